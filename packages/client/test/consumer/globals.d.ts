// Of Node, as far as the samples need it.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

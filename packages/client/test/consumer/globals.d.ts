// The part of Node that the samples need.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** The renderer comes without types. */
declare module 'react-server-dom-parcel/server.node' {
  export function renderToReadableStream(model: unknown): import('node:stream/web').ReadableStream
}

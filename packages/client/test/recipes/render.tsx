/** Renders the page of server components, and writes what a browser would get. */
import { Readable } from 'node:stream'
import { renderToReadableStream } from 'react-server-dom-parcel/server.node'
import { PlantsPage } from './plants-page.tsx'

Readable.fromWeb(renderToReadableStream(<PlantsPage />)).pipe(process.stdout)

/**
 * A real browser without anything installed by hand: the one that `CHROME_PATH` names, or the system's, or the one that a
 * package carries.
 */
import { existsSync } from 'node:fs'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { patienceMs } from './patience.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const named = process.env['CHROME_PATH']

const installedBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

/** A running browser. Dispose of it. */
export interface RunningBrowser extends AsyncDisposable {
  readonly browser: Browser
}

/** Why no browser can be started here; undefined where one can. */
export const noBrowser: string | undefined =
  named !== undefined ||
  (process.platform === 'linux' && process.arch === 'x64') ||
  installedBrowsers.some((file) => existsSync(file))
    ? undefined
    : 'there is no Chromium for this machine: install Chromium or Chrome, or name one in CHROME_PATH'

/** Rejects where there is none, or it does not start. Its profile is its own, and goes with it. */
export async function startBrowser(): Promise<RunningBrowser> {
  const directory = await temporaryDirectory()
  try {
    const browser = await chromium.launch({
      executablePath: await findBrowser(directory.path),
      timeout: patienceMs,
      args: [
        // As root, as in containers, its own sandbox can't be set up; the pages are ours.
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
    return {
      browser,
      [Symbol.asyncDispose]: async () => {
        await browser.close()
        await directory.remove()
      },
    }
  } catch (fault) {
    await directory.remove()
    throw fault
  }
}

/** The package unpacks itself to the directory for temporary files. */
async function findBrowser(directory: string): Promise<string> {
  const installed = named ?? installedBrowsers.find((file) => existsSync(file))
  if (installed !== undefined) return installed
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = directory
  try {
    return await packaged.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

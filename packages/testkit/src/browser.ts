/**
 * A real browser that need not be installed by hand: the one that `CHROME_PATH` names, or the system's, or one from a
 * package.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { patienceMs } from '@plant-store/gate/patience'
import packaged from '@sparticuz/chromium'
import type { AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { temporaryDirectory } from './temporary-directory.ts'

export type { BrowserContextOptions, Page } from 'playwright-core'

const named = process.env['CHROME_PATH']

const systemBrowsers = [
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
  systemBrowsers.some((file) => existsSync(file))
    ? undefined
    : 'there is no Chromium for this machine: install Chromium or Chrome, or name one in CHROME_PATH'

/** Starts a browser with its own profile. Rejects where it does not start; nothing is left behind then. */
export async function startBrowser(): Promise<RunningBrowser> {
  const directory = await temporaryDirectory()
  try {
    const browser = await chromium.launch({
      executablePath: await findBrowser(directory.path),
      // Chromium can't set up its sandbox as root, as in containers; the pages are ours.
      timeout: patienceMs,
      args: ['--no-sandbox', '--use-angle=swiftshader', '--disable-background-networking'],
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

/** The package unpacks its browser into the directory for temporary files. */
async function findBrowser(directory: string): Promise<string> {
  const system = named ?? systemBrowsers.find((file) => existsSync(file))
  if (system !== undefined) return system
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = directory
  try {
    return await packaged.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

/** What axe-core finds that keeps people from using the page, whatever its severity, as one line each. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(axeFile, 'utf8'))
  const results = await page.evaluate<AxeResults>('axe.run()')
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .join(' | ')
        .slice(0, 300)}`,
  )
}

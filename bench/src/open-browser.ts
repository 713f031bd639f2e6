import { adminPassword } from '@sluice/e2e'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's Chromium, or the one named by CHROMIUM. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags })

/** As the first administrator, by the form that is on screen. */
export async function signIn(page: Page): Promise<void> {
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(adminPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(address => !address.pathname.startsWith('/user/'))
}

/** Milliseconds the page's main thread has worked, once `Performance.enable` was sent. */
export async function readBusy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** Megabytes of JavaScript that survive collections. */
export async function readHeap(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}

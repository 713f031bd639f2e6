import { brotliCompressSync, gzipSync } from 'node:zlib'
import { adminPassword, startProduct } from '@sluice/e2e'
import { chromium, type Page } from 'playwright-core'
import { type Figure, median } from './figure.ts'

const ROUNDS = 5
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Bytes of the first list after sign-in, everything it loads, and the main thread's CPU until it is usable. */
export async function* measureFirstLoad(): AsyncIterable<Figure> {
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags })
  try {
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await loadFirstList(await browser.newPage(), product.url))
    const figure = { unit: 'kB', baseline: null, ratio: null, rssMb: null }
    yield {
      ...figure,
      name: 'console.first-load-kb',
      value: rounds[0]!.gzip / 1000,
      note: 'gzip, first list after sign-in',
    } // ROUNDS > 0
    yield { ...figure, name: 'console.first-load-br-kb', value: rounds[0]!.brotli / 1000, note: 'brotli' } // ROUNDS > 0
    yield { ...figure, name: 'console.login-kb', value: rounds[0]!.loginGzip / 1000, note: 'gzip, sign-in page' } // ROUNDS > 0
    yield {
      ...figure,
      name: 'console.cpu-to-list-ms',
      unit: 'ms',
      value: median(rounds.map(round => round.cpuMs)),
      note: 'main thread, cold cache',
    }
  } finally {
    await browser.close()
    await product.dispose()
  }
}

async function loadFirstList(page: Page, url: string) {
  const bodies = new Map<string, Buffer>()
  page.on('response', response => {
    if (/\.(js|css|html|svg|woff2)(\?|$)|\/$/.test(new URL(response.url()).pathname))
      response.body().then(
        body => bodies.set(response.url(), body),
        () => undefined,
      )
  })
  await page.goto(`${url}/user/login`)
  await page.getByRole('textbox').first().waitFor()
  await page.waitForLoadState('networkidle')
  const loginGzip = sum(bodies, gzipSync)
  await page.getByRole('textbox').first().fill('admin')
  await page.locator('input[type=password]').fill(adminPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(address => !address.pathname.startsWith('/user/'))
  // A cold visit of the list with a token: what a person with a session loads.
  bodies.clear()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`${url}/strategy/index`)
  await page.getByRole('table').first().waitFor()
  await page.waitForLoadState('networkidle')
  const { metrics } = await session.send('Performance.getMetrics')
  const cpuMs = (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  const result = { loginGzip, gzip: sum(bodies, gzipSync), brotli: sum(bodies, brotliCompressSync), cpuMs }
  await page.close()
  return result
}

const sum = (bodies: ReadonlyMap<string, Buffer>, compress: (body: Buffer) => Buffer): number =>
  [...bodies.values()].reduce((total, body) => total + compress(body).length, 0)

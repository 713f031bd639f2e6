import { brotliCompressSync, gzipSync } from 'node:zlib'
import { startProduct } from '@sluice/e2e'
import type { Browser, Page } from 'playwright-core'
import { type Figure, median } from './figure.ts'
import { openBrowser, readBusy, readHeap, signIn } from './open-browser.ts'
import { servePlainPage } from './plain-page.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** A middling phone beside this machine. */
const SLOW_DOWN = 4

interface Load {
  readonly gzip: number
  readonly brotli: number
  /** Main thread's CPU until the list is usable. */
  readonly cpuMs: number
  /** First and largest contentful paint, sum of what every long task has over 50 ms, and how far things jumped. */
  readonly fcpMs: number
  readonly lcpMs: number
  readonly blockedMs: number
  readonly shift: number
  readonly heapMb: number
}

/** A cold visit of the first list after sign-in beside one of a plain antd list: bytes, CPU, paint, jumps, memory. */
export async function* measureFirstLoad(): AsyncIterable<Figure> {
  const product = await startProduct()
  const plain = await servePlainPage()
  const browser = await openBrowser()
  try {
    const { page, loginKb } = await openSignedIn(browser, product.url)
    const load = (url: string, slowDown: number): Promise<Load> => loadList(page, url, slowDown)
    const ours: Load[] = []
    const theirs: Load[] = []
    const slow: Load[] = []
    const plainSlow: Load[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await load(`${product.url}/strategy/index`, 1))
      theirs.push(await load(plain.url, 1))
      slow.push(await load(`${product.url}/strategy/index`, SLOW_DOWN))
      plainSlow.push(await load(plain.url, SLOW_DOWN))
    }
    const figure = (
      name: string,
      unit: string,
      of: keyof Load,
      note: string,
      rounds = ours,
      beside = theirs,
    ): Figure => {
      const value = median(rounds.map(each => each[of]))
      const baseline = median(beside.map(each => each[of]))
      return { name, unit, value, baseline, ratio: baseline === 0 ? null : value / baseline, rssMb: null, note }
    }
    yield figure('console.first-load-kb', 'kB', 'gzip', 'gzip, first list; baseline a plain antd list')
    yield figure('console.first-load-br-kb', 'kB', 'brotli', 'brotli')
    yield {
      name: 'console.login-kb',
      unit: 'kB',
      value: loginKb,
      baseline: null,
      ratio: null,
      rssMb: null,
      note: 'gzip',
    }
    yield figure('console.cpu-to-list-ms', 'ms', 'cpuMs', 'main thread, cold cache')
    yield figure('console.fcp-ms', 'ms', 'fcpMs', 'first contentful paint')
    yield figure('console.lcp-ms', 'ms', 'lcpMs', 'largest contentful paint')
    yield figure('console.blocked-ms', 'ms', 'blockedMs', 'total blocking time')
    yield figure('console.shift', 'CLS', 'shift', 'cumulative layout shift')
    yield figure('console.heap-mb', 'MB', 'heapMb', 'JavaScript after a collection')
    yield figure('console.slow-fcp-ms', 'ms', 'fcpMs', `CPU ${SLOW_DOWN} times slower`, slow, plainSlow)
    yield figure('console.slow-lcp-ms', 'ms', 'lcpMs', `CPU ${SLOW_DOWN} times slower`, slow, plainSlow)
    yield figure('console.slow-blocked-ms', 'ms', 'blockedMs', `CPU ${SLOW_DOWN} times slower`, slow, plainSlow)
  } finally {
    await browser.close()
    await plain.close()
    await product.dispose()
  }
}

// Scripts for the page are text: this room is compiled without the DOM.
const OBSERVE = `(() => {
  const seen = (globalThis.seen = { fcp: 0, lcp: 0, blocked: 0, shift: 0 })
  const watch = (type, take) => new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', entry => { if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime })
  watch('largest-contentful-paint', entry => (seen.lcp = entry.startTime))
  watch('longtask', entry => (seen.blocked += Math.max(0, entry.duration - 50)))
  watch('layout-shift', entry => { if (!entry.hadRecentInput) seen.shift += entry.value })
})()`

async function openSignedIn(browser: Browser, url: string): Promise<{ page: Page; loginKb: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const bodies = collectBodies(page)
  await page.goto(`${url}/user/login`)
  await page.locator('input[autocomplete=username]').waitFor()
  await page.waitForLoadState('networkidle')
  const loginKb = sum(bodies, gzipSync) / 1000
  await signIn(page)
  await page.addInitScript(OBSERVE)
  return { page, loginKb }
}

async function loadList(page: Page, url: string, slowDown: number): Promise<Load> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  await page.goto('about:blank')
  const bodies = collectBodies(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  await page.getByRole('table').first().waitFor()
  await page.waitForLoadState('networkidle')
  const cpuMs = await readBusy(session)
  const seen = await page.evaluate<{ fcp: number; lcp: number; blocked: number; shift: number }>('globalThis.seen')
  const heapMb = await readHeap(session)
  await session.detach()
  page.removeAllListeners('response')
  return {
    gzip: sum(bodies, gzipSync) / 1000,
    brotli: sum(bodies, brotliCompressSync) / 1000,
    cpuMs,
    fcpMs: seen.fcp,
    lcpMs: seen.lcp,
    blockedMs: seen.blocked,
    shift: seen.shift,
    heapMb,
  }
}

function collectBodies(page: Page): ReadonlyMap<string, Buffer> {
  const bodies = new Map<string, Buffer>()
  page.on('response', response => {
    if (/\.(js|css|html|svg|woff2)(\?|$)|\/$/.test(new URL(response.url()).pathname))
      response.body().then(
        body => bodies.set(response.url(), body),
        () => undefined,
      )
  })
  return bodies
}

const sum = (bodies: ReadonlyMap<string, Buffer>, compress: (body: Buffer) => Buffer): number =>
  [...bodies.values()].reduce((total, body) => total + compress(body).length, 0)

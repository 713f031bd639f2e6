import { type Product, startProduct } from '@sluice/e2e'
import type { CDPSession, Page } from 'playwright-core'
import { type Figure, median, quantile } from './figure.ts'
import { openBrowser, readBusy, readHeap, signIn } from './open-browser.ts'
import { servePlainPage } from './plain-page.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** As many as a value map may have. */
const ROWS = 100_000
const PAGE_SIZE = 100
const WHEELS = 60
const WHEEL_PX = 160

interface Visit {
  /** Main thread's CPU and the time until rows are on screen. */
  readonly cpuMs: number
  readonly openMs: number
  /** Between two pictures while scrolling: what one in two, and one in twenty, exceeds. */
  readonly frameMs: number
  readonly slowFrameMs: number
  readonly heapMb: number
}

/**
 * The largest grid that is edited in the console, a value map of 100,000 lines, beside antd's own virtual table of as
 * many rows. The console pages at the server, the virtual table holds every row in the page.
 */
export async function* measureGrid(): AsyncIterable<Figure> {
  const product = await startProduct()
  const plain = await servePlainPage()
  const browser = await openBrowser()
  try {
    const id = await fillMap(product)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${product.url}/user/login`)
    await signIn(page)
    const ours: Visit[] = []
    const theirs: Visit[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const url = `${product.url}/resources/mapping/${id}?pageSize=${PAGE_SIZE}`
      ours.push(await open(page, url, '.sl-table tbody tr:nth-child(20) input'))
      theirs.push(await open(page, `${plain.url}/grid.html`, '.ant-table-row:nth-child(10) input'))
    }
    const figure = (name: string, unit: string, of: keyof Visit, note: string): Figure => {
      const value = median(ours.map(visit => visit[of]))
      const baseline = median(theirs.map(visit => visit[of]))
      return { name, unit, value, baseline, ratio: value / baseline, rssMb: null, note }
    }
    const what = `${ROWS.toLocaleString('en')} rows, pages of ${PAGE_SIZE}`
    yield figure('console.grid-cpu-ms', 'ms', 'cpuMs', `${what}; baseline antd's virtual table with all rows`)
    yield figure('console.grid-open-ms', 'ms', 'openMs', 'until rows are on screen, cold cache')
    yield figure('console.grid-frame-ms', 'ms', 'frameMs', 'between two pictures while scrolling, median')
    yield figure('console.grid-slow-frame-ms', 'ms', 'slowFrameMs', 'the same, 95 of 100')
    yield figure('console.grid-heap-mb', 'MB', 'heapMb', 'JavaScript after a collection')
  } finally {
    await browser.close()
    await plain.close()
    await product.dispose()
  }
}

async function fillMap(product: Product): Promise<string> {
  const api = await product.signIn()
  const { id } = (await api.mapping.create({ body: { name: 'grid' } })).content
  const lines = Array.from({ length: ROWS }, (_, at) => ({ a_value: `A${at}`, b_value: `B${at}` }))
  await api.mapping.import({ params: { id }, body: { mode: 'append', lines } })
  return id
}

async function open(page: Page, url: string, row: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.goto('about:blank')
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const startedMs = performance.now()
  await page.goto(url)
  await page.locator(row).first().waitFor()
  const openMs = performance.now() - startedMs
  await page.waitForLoadState('networkidle').catch(() => undefined)
  const cpuMs = await readBusy(session)
  const frames = await scroll(page, session)
  const heapMb = await readHeap(session)
  await session.detach()
  return { cpuMs, openMs, frameMs: quantile(frames, 0.5), slowFrameMs: quantile(frames, 0.95), heapMb }
}

/** Milliseconds between the pictures that are drawn while the wheel turns. */
async function scroll(page: Page, session: CDPSession): Promise<number[]> {
  await page.evaluate(`(() => {
    globalThis.frames = []
    let last = performance.now()
    const step = now => { frames.push(now - last); last = now; requestAnimationFrame(step) }
    requestAnimationFrame(step)
  })()`)
  await page.mouse.move(600, 500)
  for (let turn = 0; turn < WHEELS; turn += 1)
    await session.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      x: 600,
      y: 500,
      deltaX: 0,
      deltaY: WHEEL_PX,
    })
  return page.evaluate<number[]>('frames.slice(1)')
}

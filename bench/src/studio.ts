import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Product, startProduct } from '@sluice/e2e'
import type { Page } from 'playwright-core'
import { type Figure, median, quantile } from './figure.ts'
import { openBrowser, signIn } from './open-browser.ts'
import { runOnce } from './run-once.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const FIELDS = 200
const KEYS = 40
const DERIVED = 20

/** The mapping studio of 200 target fields: opening it, a preview with every value explained, and typing. */
export async function* measureStudio(): AsyncIterable<Figure> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-bench-studio-'))
  const product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  const browser = await openBrowser()
  try {
    const id = await makeStrategy(product, directory)
    const { explained, bare } = await measurePreviews(product, id)
    const what = `${FIELDS} target fields, a quarter expressions, ${DERIVED} derived fields`
    yield { name: 'studio.preview-ms', unit: 'ms', value: explained, baseline: bare, ratio: explained / bare, rssMb: null, note: `${what}, each value explained; baseline without` } // biome-ignore format: one figure a line
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${product.url}/user/login`)
    await signIn(page)
    const opens: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) opens.push(await openStudio(page, id))
    yield { name: 'studio.open-ms', unit: 'ms', value: median(opens), baseline: null, ratio: null, rssMb: null, note: `${what}; from the tab's press to the tree on screen` } // biome-ignore format: one figure a line
    const keys = await typeInto(page)
    yield { name: 'studio.key-ms', unit: 'ms', value: quantile(keys, 0.95), baseline: median(keys), ratio: null, rssMb: null, note: 'from a key to the next picture, 95 of 100; baseline the median' } // biome-ignore format: one figure a line
  } finally {
    await browser.close()
    await product.dispose()
    await rm(directory, { recursive: true, force: true })
  }
}

const name = (at: number): string => `field_${String(at).padStart(3, '0')}`

/** Each uses the one before. */
const derived = Array.from({ length: DERIVED }, (_, at) => ({
  target: `d${at}`,
  value: {
    kind: 'expression' as const,
    expression: at === 0 ? 'length(row.field_000)' : `derived.d${at - 1} + length(row.${name(at)})`,
  },
}))

const value = (at: number) =>
  at % 10 === 0
    ? { kind: 'template' as const, template: `{{derived.d${(at / 10) % DERIVED}}}` }
    : at % 4 === 3
      ? { kind: 'expression' as const, expression: `concat(upper(row.${name(at)}), "-", row.${name(at - 1)})` }
      : { kind: 'template' as const, template: `{{${name(at)} | trim}}` }

async function makeStrategy(product: Product, directory: string): Promise<string> {
  const api = await product.signIn()
  const columns = Array.from({ length: FIELDS }, (_, at) => `${name(at)} text`).join()
  const connect = async (side: string) => {
    const database = new DatabaseSync(join(directory, `${side}.db`))
    database.exec(`create table wide (id integer primary key, ${columns})`)
    const row = Array.from({ length: FIELDS }, (_, at) => `'value ${at}'`).join()
    if (side === 'from') for (let at = 1; at <= 20; at += 1) database.exec(`insert into wide values (${at}, ${row})`)
    database.close()
    const params = { place: 'directory', directory, name: `${side}.db` }
    return (await api.connector.create({ body: { platform_id: 'sqlite', name: side, params } })).content.id
  }
  const side = { resource: 'wide', key: ['id'] }
  const fields = Array.from({ length: FIELDS }, (_, at) => ({ target: name(at), value: value(at) }))
  const id = { target: 'id', value: { kind: 'template' as const, template: '{{id}}' } }
  const config = {
    source: { ...side, connector_id: await connect('from') },
    target: { ...side, connector_id: await connect('to') },
    mapping: { fields: [id, ...fields], derived },
  }
  return (await runOnce(api, 'wide', config)).run.strategy_id
}

async function measurePreviews(product: Product, id: string): Promise<{ explained: number; bare: number }> {
  const api = await product.signIn()
  const { mapping } = (await api.strategy.get({ params: { id } })).content.config
  const { rows } = (await api.strategyData.search({ params: { strategy: id }, body: {} })).content
  const first = rows[0]?.id ?? ''
  const record = (await api.strategyData.get({ params: { strategy: id, id: first } })).content.original ?? '{}'
  const times = { explained: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS * 4; round += 1)
    for (const kind of ['bare', 'explained'] as const) {
      const startedMs = performance.now()
      await api.strategy.preview({ body: { record, mapping, explain: kind === 'explained' } })
      times[kind].push(performance.now() - startedMs)
    }
  return { explained: median(times.explained), bare: median(times.bare) }
}

async function openStudio(page: Page, id: string): Promise<number> {
  await page.goto(new URL(`/strategy/detail/${id}`, page.url()).href)
  await page.locator('[data-node-key="target"]').first().waitFor()
  const startedMs = performance.now()
  await page.locator('[data-node-key="target"]').first().click()
  await page.locator('.st-tree-row').nth(10).waitFor()
  return performance.now() - startedMs
}

/** Into a template, whose text is the tree's and the preview's too. */
async function typeInto(page: Page): Promise<number[]> {
  await page.locator('.st-tree-row').nth(5).click()
  await page.locator('.st-pane .ant-segmented-item').nth(1).click()
  await page.locator('.st-value-form textarea').first().focus()
  await page.evaluate(`(() => {
    window.keyTimes = []
    addEventListener('keydown', () => {
      const pressed = performance.now()
      requestAnimationFrame(() => setTimeout(() => window.keyTimes.push(performance.now() - pressed)))
    }, true)
  })()`)
  await page.keyboard.type('x'.repeat(KEYS), { delay: 60 })
  await page.waitForFunction(`window.keyTimes.length >= ${KEYS}`)
  return page.evaluate<number[]>('window.keyTimes')
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { runNewStrategy } from './run-strategy.ts'
import { withVisit } from './with-visit.ts'

/** A file with mistakes: what is missing is told where one looks first, the file is mended, and the next run is whole. */
let directory: string
let product: Product
let browser: Browser
let api: Api

const head = 'Nr;Name;Datum;Betrag'
const good = ['1;Müller;03.04.2026;1.234,50', '2;Straße 5;31.01.2026;0,10']
const wrong = ['3;Köln;31.02.2026;2,50', '4;Aachen;05.06.2026;abc', '5;Bonn;06.06.2026;3,50;too much']
const mended = ['3;Köln;28.02.2026;2,50', '4;Aachen;05.06.2026;7,00', '5;Bonn;06.06.2026;3,50']
const writeBills = (...lines: string[]) =>
  writeFile(join(directory, 'rechnungen.csv'), Buffer.from([head, ...lines, ''].join('\r\n'), 'latin1'))

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-mended-'))
  await writeBills(...good, ...wrong)
  withTable(database => database.exec('create table bills (nr text primary key, name text, day date, amount numeric)'))
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  browser = await openBrowser()
  api = await product.signIn()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
  await rm(directory, { recursive: true, force: true })
})

function withTable<T>(work: (database: ReturnType<typeof openDatabase>) => T): T {
  const database = openDatabase(join(directory, 'all.db'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const connect = async (platform_id: string, name: string, params: Record<string, string>) =>
  (await api.connector.create({ body: { name, platform_id, params } })).content.id
const press = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`(^|\\s)${[...name].join('\\s*')}$`) }).click()
const field = (target: string, template: string, type?: 'date' | 'decimal') => ({
  target,
  value: { kind: 'template' as const, template },
  ...(type && { type }),
})

test('wrong dates, amounts and lines are told, and arrive once the file is mended', { timeout: 120_000 }, async () => {
  const files = await connect('file', '文件夹', { place: 'directory', directory, pattern: '*.csv' })
  const { id, run } = await runNewStrategy(api, '账单', {
    source: { connector_id: files, resource: 'rechnungen.csv', key: ['Nr'], options: { encoding: 'windows-1252' } },
    target: {
      connector_id: await connect('sqlite', '本地库', { place: 'directory', directory, name: 'all.db' }),
      resource: 'bills',
    },
    mapping: {
      fields: [
        field('nr', '{{Nr}}'),
        field('name', '{{Name}}'),
        field('day', "{{Datum | read_date:'DD.MM.YYYY'}}", 'date'),
        field('amount', "{{Betrag | read_number:','}}", 'decimal'),
      ],
    },
    retry: { maxAttempts: 1, firstDelaySeconds: 1 },
  })
  expect(run).toMatchObject({ state: 'partial', counts: { written: 2, dead: 2, rejected: 1 } })
  await withVisit(browser, product.url, async ({ page, go }) => {
    await go(`/strategy/detail/${id}`)
    await page
      .locator('.st-why-bad')
      .getByText(/31\.02\.2026|abc/)
      .waitFor()
    await page.getByText('另有 1 行在读取时被拒收。').waitFor()
    await page.getByRole('link', { name: '拒收 1' }).click()
    await page.getByRole('dialog').getByText('第 6 行有 5 个单元格，而表有 4 列。').last().waitFor()
    await writeBills(...good, ...mended)
    await go(`/strategy/detail/${id}`)
    await press(page, '立即运行')
    await page.getByText('读到的数据都已写入，没有等待的。').waitFor({ timeout: 60_000 })
  })
  const rows = withTable(database => database.prepare('select name, day, amount from bills order by nr').all())
  expect(rows).toEqual([
    { name: 'Müller', day: '2026-04-03', amount: 1234.5 },
    { name: 'Straße 5', day: '2026-01-31', amount: 0.1 },
    { name: 'Köln', day: '2026-02-28', amount: 2.5 },
    { name: 'Aachen', day: '2026-06-05', amount: 7 },
    { name: 'Bonn', day: '2026-06-06', amount: 3.5 },
  ])
})

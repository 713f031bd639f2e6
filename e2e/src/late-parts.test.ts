import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtFile } from './built-file.ts'
import { listChoices } from './choices.ts'
import { runNewStrategy } from './run-strategy.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'
import { withVisit } from './with-visit.ts'

/** What comes later than the page that shows it: selects of a list, and the words of a drawer. */
let world: FilesVisit
let strategy: string

beforeAll(async () => {
  const orders = 'create table orders (id integer primary key, no text not null);'
  world = await visitFiles({ shop: `${orders} insert into orders values (1, 'SO-1')`, erp: orders })
  const source = { connector_id: await world.connect('shop'), resource: 'orders', key: ['id'] }
  const target = { connector_id: await world.connect('erp'), resource: 'orders' }
  const mapping = { copyAll: true, fields: [] }
  strategy = (await runNewStrategy(world.api, 'Orders', { source, target, mapping })).id
}, 120_000)
afterAll(() => world.close())

interface Entry {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

/** What the check of sizes weighs as the first list (tools/src/route-sizes.ts). */
function listWeighed(): ReadonlySet<string> {
  const path = join(import.meta.dirname, '../../console/dist/.vite/manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Entry>>
  const files = new Set<string>()
  const seen = new Set<string>()
  const load = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    const { file, css = [], imports = [] } = manifest[key]! // a manifest names what it has
    for (const name of [file, ...css]) files.add(name)
    imports.forEach(load)
  }
  const list = 'src/screens/strategy/strategy'
  for (const key of ['strategy-list', 'list/list-extras', 'list/follow-left-over']) load(`${list}/${key}.tsx`)
  for (const key of ['index.html', 'src/app/workspace.tsx']) load(key)
  return files
}

test('the first list loads nothing that is not weighed', async () => {
  await withVisit(world.browser, world.product.url, async ({ page, go }) => {
    const loaded = new Set<string>()
    page.on('response', response => {
      const path = new URL(response.url()).pathname
      if (/\.(js|css)$/.test(path)) loaded.add(path.slice(1))
    })
    await go('/strategy/index')
    await page.getByRole('row', { name: 'Orders' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(loaded.size).toBeGreaterThan(5)
    const weighed = listWeighed()
    expect([...loaded].filter(file => !weighed.has(file))).toEqual([])
  })
})

test('a select above a list opens by the first press, and by keys with the focus in it', async () => {
  await withVisit(world.browser, world.product.url, async ({ page, go }) => {
    await go('/strategy/index')
    const filters = page.getByRole('search')
    await filters.getByRole('combobox', { name: '状态' }).click()
    await listChoices(page).first().waitFor()
  })
  await withVisit(world.browser, world.product.url, async ({ page, go }) => {
    await go('/strategy/index')
    const source = page.getByRole('search').getByRole('combobox', { name: '源平台' })
    await source.focus()
    await source.and(page.locator('.ant-select input')).waitFor()
    await expect.poll(() => source.evaluate(field => field === field.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await listChoices(page).first().waitFor()
  })
})

test('a drawer whose words are on their way leaves the page behind it, and its focus, as they are', async () => {
  const look = { language: 'pt-BR' } as const
  await withVisit(
    world.browser,
    world.product.url,
    async ({ page, go }) => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route(`**/${builtFile('screens/strategy/strategy/texts/flow-text.pt.ts')}`, async route => {
        await held
        await route.continue()
      })
      await go(`/strategy/detail/${strategy}?tab=runs`)
      const button = page.locator('#content .ant-table-row button').first()
      await button.click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('status').first().waitFor()
      expect(await button.isVisible()).toBe(true)
      release()
      await drawer.locator('.ant-descriptions').first().waitFor()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await expect.poll(() => button.evaluate(each => each === each.ownerDocument.activeElement)).toBe(true)
    },
    look,
  )
})

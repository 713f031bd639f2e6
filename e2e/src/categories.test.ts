import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type Visit, waitForRest } from './browser.ts'
import { findBarriers } from './find-barriers.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { withVisit } from './with-visit.ts'

/** Categories and the interfaces in them, arranged by mouse and by keyboard. */

let product: Product
let browser: Browser
let api: Api

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  api = await product.signIn()
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

const inVisit = (work: (seen: Visit) => Promise<void>) => withVisit(browser, product.url, work)

const focused = (page: Page) => page.evaluate("document.activeElement?.getAttribute('aria-label')")

describe('interfaces of a category', () => {
  let path: string
  let ids: string[]
  const move = (order: readonly number[]) =>
    api.collection.order({
      params: { id: path.split('/').at(-1)! },
      body: { ids: order.map(at => ids[at]!) }, // three were made
    })
  const names = (page: Page) => page.getByRole('link', { name: /^Ordered \d$/ }).allInnerTexts()
  const shown = (page: Page, ...order: readonly number[]) =>
    expect.poll(() => names(page)).toEqual(order.map(at => `Ordered ${at}`))
  /** The page after a reload shows what the server kept. */
  const kept = async ({ page }: Visit, ...order: readonly number[]) => {
    await waitForRest(page)
    await page.reload()
    await shown(page, ...order)
  }

  beforeAll(async () => {
    const { content } = await api.collection.create({ body: { platform_id: 'http', name: 'Dragged' } })
    path = `/api-assets/collection/${content.id}`
    ids = []
    for (const at of [0, 1, 2]) {
      const doc = { name: `Ordered ${at}`, type: 'QUERY' as const, method: 'GET' as const, api: '/x', id: ['id'] }
      const body = { platform_id: 'http', collection_id: content.id, doc }
      ids.push((await api.apiAsset.create({ body })).content.id)
    }
  })

  test('are put elsewhere by the mouse', () =>
    inVisit(async seen => {
      await move([0, 1, 2])
      await seen.go(path)
      await shown(seen.page, 0, 1, 2)
      const row = (at: number) => seen.page.getByRole('row', { name: `Ordered ${at}` })
      await row(0).dragTo(row(2))
      await shown(seen.page, 1, 2, 0)
      await row(0).dragTo(row(2))
      await shown(seen.page, 1, 0, 2)
      await kept(seen, 1, 0, 2)
    }))

  test('are put elsewhere by the arrow keys, and the focus goes with them', () =>
    inVisit(async seen => {
      const { page } = seen
      await move([0, 1, 2])
      await seen.go(path)
      await page.getByRole('button', { name: /^Ordered 0：第 1 个/ }).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await shown(page, 1, 2, 0)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowUp')
      await shown(page, 1, 0, 2)
      await page.keyboard.press('Home')
      await shown(page, 0, 1, 2)
      expect(await focused(page)).toContain('Ordered 0：第 1 个，共 3 个')
      await page.keyboard.press('End')
      await kept(seen, 1, 2, 0)
      expect(await findBarriers(page, { hasFrame: false })).toEqual([])
    }))

  test('whose order was changed by somebody else meanwhile: that is said, and the newest is shown', () =>
    inVisit(async seen => {
      const { page } = seen
      await move([0, 1, 2])
      await seen.go(path)
      await shown(page, 0, 1, 2)
      await move([2, 1, 0])
      await page.getByRole('button', { name: /^Ordered 0：/ }).focus()
      await page.keyboard.press('ArrowDown')
      await page.getByText('您的顺序没有保存').waitFor()
      await shown(page, 2, 1, 0)
      // On the newest it goes on.
      await page.getByRole('button', { name: /^Ordered 0：/ }).focus()
      await page.keyboard.press('ArrowUp')
      await kept(seen, 2, 0, 1)
    }))
})

describe('categories', () => {
  const PLATFORM = 'graphql'
  const path = `/api-assets/collection?platform=${PLATFORM}`
  const ids: string[] = []
  const top = (...order: readonly number[]): string => order.map(at => `Sorted ${at}`).join(' ')
  /** As they stand below each other, with a bracket around what is below one. */
  const draw = async (): Promise<string> => {
    const { content } = await api.collection.list({ query: { platform_id: PLATFORM } })
    const below = (parent: string | null): string =>
      content
        .filter(each => each.parent_id === parent)
        .map(({ id, name }) => `${name}${below(id) === '' ? '' : `(${below(id)})`}`)
        .join(' ')
    return below(null)
  }
  const stored = (wanted: string) => expect.poll(draw).toBe(wanted)
  const reset = async () => {
    for (const [index, id] of ids.entries())
      await api.collection.move({ params: { id }, body: { parent_id: null, index } })
    await stored(top(0, 1, 2))
  }
  const handle = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

  beforeAll(async () => {
    for (const at of [0, 1, 2])
      ids.push((await api.collection.create({ body: { platform_id: PLATFORM, name: `Sorted ${at}` } })).content.id)
  })

  test('are put elsewhere by the arrow keys, among their like and under others, and the focus goes with them', () =>
    inVisit(async ({ page, go }) => {
      const { keyboard } = page
      await reset()
      await go(path)
      await handle(page, 'Sorted 0：').focus()
      await keyboard.press('ArrowDown')
      await keyboard.press('ArrowDown')
      await stored(top(1, 2, 0))
      await keyboard.press('ArrowDown')
      await keyboard.press('Home')
      await stored(top(0, 1, 2))
      await keyboard.press('End')
      await stored(top(1, 2, 0))
      expect(await focused(page)).toContain('Sorted 0：第 3 个，共 3 个')
      // Below the one before it, which shows it, and out again.
      await keyboard.press('ArrowRight')
      await stored('Sorted 1 Sorted 2(Sorted 0)')
      expect(await focused(page)).toContain('Sorted 0：“Sorted 2”下的第 1 个，共 1 个')
      await page.getByRole('status').filter({ hasText: '“Sorted 2”下的第 1 个，共 1 个' }).waitFor()
      await keyboard.press('ArrowRight')
      await keyboard.press('ArrowLeft')
      await stored(top(1, 2, 0))
      await keyboard.press('ArrowUp')
      await stored(top(1, 0, 2))
      expect(await focused(page)).toContain('Sorted 0：第 2 个，共 3 个')
      await waitForRest(page)
      expect(await findBarriers(page, { hasFrame: false })).toEqual([])
      await page.reload()
      await handle(page, 'Sorted 0：').waitFor()
      expect(await page.getByRole('tree').innerText()).toMatch(/Sorted 1.*Sorted 0.*Sorted 2/s)
    }))

  test('are put elsewhere by the mouse', () =>
    inVisit(async ({ page, go }) => {
      await reset()
      await go(path)
      const row = (at: number) => page.locator('.ant-tree-treenode').filter({ hasText: `Sorted ${at}` })
      await row(0).dragTo(row(2), { targetPosition: { x: 60, y: 26 } })
      await expect.poll(draw).not.toBe(top(0, 1, 2))
      expect(await draw()).toMatch(/^Sorted 1 Sorted 2(\(| )Sorted 0\)?$/)
    }))

  test('that somebody else moved meanwhile: that is said, and the newest are shown', () =>
    inVisit(async ({ page, go }) => {
      await reset()
      await go(path)
      await handle(page, 'Sorted 0：').waitFor()
      await api.collection.move({ params: { id: ids[2]! }, body: { parent_id: null, index: 0 } }) // three were made
      await handle(page, 'Sorted 0：').focus()
      await page.keyboard.press('ArrowDown')
      await page.getByText('您的调整没有保存').waitFor()
      await handle(page, 'Sorted 2：第 1 个').waitFor()
      expect(await draw()).toBe(top(2, 0, 1))
      // On the newest it goes on.
      await handle(page, 'Sorted 0：').focus()
      await page.keyboard.press('ArrowUp')
      await stored(top(0, 2, 1))
    }))
})

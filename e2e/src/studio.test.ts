import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeCompletion, type Visit } from './browser.ts'
import { choose } from './choices.ts'
import type { Api } from './product.ts'
import { runNewStrategy } from './run-strategy.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** Walks the mapping studio of a strategy that has stored records, much of it by keyboard. */
let world: FilesVisit
let api: Api
let seen: Visit
let page: Page
let id: string
let mapId: string

const ROWS = 30

beforeAll(async () => {
  world = await visitFiles({
    shop(file) {
      file.exec(
        'create table orders (id integer primary key, order_no text not null, unit text, qty integer, price text, memo text)',
      )
      const insert = file.prepare('insert into orders values (?, ?, ?, ?, ?, ?)')
      // The last orders have prices that are none.
      for (let at = 1; at <= ROWS; at++)
        insert.run(at, `SO-${at}`, at % 2 ? '件' : '箱', at, at > 27 ? '面议' : `${at}.255`, null)
    },
    erp: 'create table bills (id integer primary key, orderNo text not null, unit text, amount text, memo text, qty integer)',
  })
  ;({ api, seen, page } = world)
  await makeStrategies()
}, 120_000)
afterAll(() => world.close())

const field = (target: string, template: string) => ({
  target,
  value: { kind: 'template' as const, template },
})

/** The one to be edited, run once; and an older one of the same source and target, from which there is to learn. */
async function makeStrategies(): Promise<void> {
  const map = await api.mapping.create({ body: { name: '单位', on_miss: 'error' } })
  mapId = map.content.id
  const upsert = [
    { a_value: '件', b_value: 'PCS' },
    { a_value: '箱', b_value: 'BOX' },
  ]
  await api.mapping.saveLines({ params: { id: mapId }, body: { version: map.content.version, upsert, remove: [] } })
  const source = { connector_id: await world.connect('shop'), resource: 'orders', key: ['id'] }
  const target = { connector_id: await world.connect('erp'), resource: 'bills', key: ['id'] }
  const fields = [field('id', '{{id}}'), field('orderNo', '{{order_no}}')]
  const lookup = { map_id: mapId, direction: 'forward' as const }
  await api.strategy.create({
    body: {
      name: '旧方案',
      config: { source, target, mapping: { fields: [...fields, { ...field('unit', '{{unit}}'), lookup }] } },
    },
  })
  const made = await runNewStrategy(api, '订单到账单', { source, target, mapping: { fields } })
  id = made.id
}

const dialog = () => page.locator('.ant-modal:visible').last()
const treeItem = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) })
const shown = (name: string) => page.locator('.st-value', { hasText: name })
const steps = () => page.getByRole('list', { name: '取值过程' })
const tool = (name: string) => page.getByRole('toolbar', { name: '映射工具' }).getByRole('button', { name })

test('a stored record is shown field by field, and the next one after it', async () => {
  await seen.go(`/strategy/detail/${id}?tab=target`)
  await expect.poll(() => shown('orderNo').innerText()).toContain('"SO-')
  const first = await shown('orderNo').innerText()
  await page.getByRole('button', { name: '下一条' }).click()
  await expect.poll(() => shown('orderNo').innerText()).not.toBe(first)
})

test('a source field that nothing is known of is taken, and said to be unknown where it is entered', async () => {
  await treeItem('memo').click()
  const picker = page.getByRole('combobox', { name: 'memo 值' })
  await picker.fill('ordr_no')
  const warning = page.getByText('源里没有列出字段“ordr_no”')
  expect(await warning.count()).toBe(0)
  await page.keyboard.press('Enter')
  await warning.waitFor()
  await expect.poll(() => treeItem('memo').textContent()).toContain('{{ordr_no}}')
  const described = await picker.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).innerText()).toContain('ordr_no')
  await picker.fill('order_no')
  await page.keyboard.press('Enter')
  await warning.waitFor({ state: 'hidden' })
  await picker.fill('')
})

test('proposals come with their reasons; one is left out, the others are taken, undone and redone', async () => {
  await tool('自动匹配').focus()
  await page.keyboard.press('Enter')
  const row = (name: string) => dialog().locator('.ant-table-row', { hasText: name })
  await expect.poll(() => row('unit').innerText()).toMatch(/方案“旧方案”同源同目标这样映射/)
  expect(await row('memo').innerText()).toMatch(/与 memo 同名/)
  await row('memo').getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await dialog().getByRole('button', { name: '采用 2 个' }).click()
  await page.getByText('已采用 2 个建议').waitFor()
  await expect.poll(() => treeItem('unit').textContent()).toContain('{{unit}}')
  expect(await treeItem('memo').getAttribute('aria-label')).toContain('未映射')
  await tool('撤销').click()
  await expect.poll(() => treeItem('unit').getAttribute('aria-label')).toContain('未映射')
  // What was undone can be done again after a look at another tab.
  await page.getByRole('tab', { name: '源', exact: true }).click()
  await page.getByRole('switch', { name: '跟踪变更' }).waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: '目标与映射' }).click()
  await tool('重做').click()
  await expect.poll(() => treeItem('unit').getAttribute('aria-label')).toContain('已映射')
})

test('a looked-up value tells the map, its version and the line that answered', async () => {
  await treeItem('unit').click()
  await expect.poll(() => steps().innerText()).toMatch(/静态映射 单位，版本 \d+ 命中 [件箱] ↔ (PCS|BOX)/)
})

test('the tree is walked by keyboard; an expression is completed, wrong ones say where, right ones are explained', async () => {
  await treeItem('unit').focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => treeItem('amount').getAttribute('aria-selected')).toBe('true')
  await page.getByText('表达式', { exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'amount 值' })
  await editor.click()
  await page.keyboard.type('round(row.pri')
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'row.price' }).waitFor()
  await takeCompletion(page)
  await page.keyboard.type(' *')
  await expect.poll(() => page.locator('.st-expression [role=alert]').innerText()).toContain('amount')
  await page.locator('.st-expression .cm-lintRange-error').waitFor()
  await page.keyboard.type(' 2, 1)')
  // Texts are no numbers: the record is refused, and it is said why.
  await expect.poll(() => shown('amount').innerText()).toContain('被拒绝')
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('round(mul(row.qty, 2), 1)')
  await expect.poll(() => steps().innerText()).toMatch(/其中 mul\(row\.qty, 2\) → \d+\s[\s\S]*round\(mul/)
  await expect.poll(() => page.locator('.st-expression [role=alert]').count()).toBe(0)
})

test('filters are chained with the result of each before they are taken', async () => {
  await treeItem('memo').click()
  await page.getByRole('combobox', { name: 'memo 值' }).fill('price')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '过滤器' }).click()
  await dialog().getByRole('combobox', { name: '添加过滤器' }).fill('replace')
  await page.locator('.ant-select-item-option', { hasText: 'replace' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog().getByLabel('replace 参数 1').fill('.')
  await dialog().getByLabel('replace 参数 2').fill('点')
  await expect.poll(() => dialog().locator('.st-chain-result').last().innerText()).toMatch(/点|面议/)
  await dialog().getByRole('button', { name: '应用' }).click()
  await expect.poll(() => treeItem('memo').textContent()).toContain("{{price | replace:'.','点'}}")
})

test('the source says the same; what is typed there is kept while it is wrong, and marked at its line', async () => {
  await page.getByText('源码视图', { exact: true }).click()
  const source = page.getByRole('textbox', { name: '映射源码' })
  await source.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' x')
  await page.getByText(/第 \d+ 行：内容之后多了字符/).waitFor()
  await page.getByText('配置视图', { exact: true }).click()
  await page.getByText('源码还有错误').waitFor()
  expect(await treeItem('memo').textContent()).toContain('replace')
  await page.getByRole('button', { name: '回到源码' }).click()
  await source.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Backspace')
  await expect.poll(() => page.getByText('内容之后多了字符').count()).toBe(0)
  await page.getByText('配置视图', { exact: true }).click()
  expect(await page.getByText('源码还有错误').count()).toBe(0)
})

test('a trial over the stored records counts errors and changes per field, and leads to a record', async () => {
  await treeItem('amount').click()
  const editor = page.getByRole('textbox', { name: 'amount 值' })
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('round(dec(row.price), 2)')
  await tool('批量试算').click()
  await dialog().getByRole('button', { name: '开始试算' }).click()
  await expect.poll(() => dialog().locator('.st-trial').innerText()).toMatch(/试算\s+30\s+成功\s+27\s+错误\s+3/)
  const row = dialog().locator('.ant-table-row', { hasText: 'amount' })
  expect(await row.innerText()).toMatch(/amount\s+27\s+3/)
  await row.getByRole('button').click()
  await dialog().getByText(/面议/).first().waitFor()
  await dialog()
    .getByText(/另有 \d+ 处未列出/)
    .waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.ant-modal:visible').count()).toBe(0)
})

test('values are filled into many fields at once; the mapping is saved as it stands', async () => {
  await tool('批量填值').click()
  await dialog().getByRole('combobox', { name: '目标字段' }).fill('qty')
  await page.locator('.ant-select-item-option', { hasText: 'qty' }).waitFor()
  await page.keyboard.press('Enter')
  // The list stays open for more, over what is below; leaving the field closes it.
  await dialog().getByRole('radio', { name: '空值 null' }).focus()
  await page.keyboard.press('Space')
  await dialog().getByRole('button', { name: '填 1 个字段' }).click()
  await expect.poll(() => treeItem('qty').textContent()).toContain('null')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存为版本 2').waitFor()
  const { content } = await api.strategy.get({ params: { id } })
  expect(content.config.mapping.fields.map(each => each.target).toSorted()).toEqual(
    ['id', 'orderNo', 'unit', 'amount', 'memo', 'qty'].toSorted(),
  )
  expect(content.config.mapping.fields.find(each => each.target === 'unit')?.lookup?.map_id).toBe(mapId)
  expect(content.config.mapping.fields.find(each => each.target === 'memo')?.value).toEqual({
    kind: 'template',
    template: "{{price | replace:'.','点'}}",
  })
})

test('the row filter is built of conditions and saved with the source', async () => {
  // What other tests typed and did not save is not meant here.
  await page.evaluate(
    `Object.keys(localStorage).filter(key => key.startsWith('draft:')).forEach(key => localStorage.removeItem(key))`,
  )
  await seen.go(`/strategy/detail/${id}?tab=source`)
  await page.getByRole('button', { name: '添加条件' }).click()
  const group = page.getByRole('group', { name: '第 1 组' })
  await group.getByRole('combobox', { name: '字段' }).fill('qty')
  await page.keyboard.press('Escape')
  await choose(group.getByRole('combobox', { name: '比较', exact: true }), '大于等于')
  await group.getByRole('textbox', { name: '值' }).fill('10')
  await page.getByRole('button', { name: '添加一组' }).waitFor()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存为版本 3').waitFor()
  const { content } = await api.strategy.get({ params: { id } })
  expect(content.config.source.filter).toEqual([[{ field: 'qty', logic: 'egt', value: '10', type: 'number' }]])
  expect(seen.takeProblems()).toEqual([])
})

import type { Page } from 'playwright-core'
import { type Language, languages } from './browser.ts'
import { readOwnTexts, says } from './own-texts.ts'

const own = new Map(await Promise.all(languages.map(async each => [each, await readOwnTexts(each)] as const)))

/** Accounting items that one press makes: from then on they are the tenant's, in the words that it was pressed in. */
const ITEMS = new Set([
  '货款',
  '退款',
  '平台佣金',
  '支付与技术服务费',
  '运费与运费险',
  '平台补贴',
  '提现',
  '尾差',
  '充值与保证金',
])

/** Names of the first tenant, user, roles and group, of far fields, and the one word that antd says in English everywhere. */
const DATA = /^(?:默认租户|管理员|实施开发|操作员|只读|演示|[a-z_]+|Clear)$/

/** Lines that the product says in another language and not in this one. What far systems and users wrote is neither. */
export function searchForeign(language: Language): (lines: readonly string[]) => string[] {
  // Menus, headings and buttons are met on many screens.
  const known = new Map<string, string | null>()
  const isLatin = !language.startsWith('zh')
  const judge = (line: string): string | null => {
    if (/^menu\.|\bundefined\b|\[object |\bNaN\b/.test(line)) return `shows "${line}"`
    if (isLatin && /[：；，。（）]/.test(line) && !/\p{Script=Han}/u.test(line))
      return `is punctuated in Chinese: ${line}`
    if (!/\p{L}{2}/u.test(line) || DATA.test(line) || ITEMS.has(line) || says(own.get(language)!, line)) return null // every language is there
    const other = languages.find(each => each !== language && says(own.get(each)!, line))
    return other === undefined ? null : `says in ${other}: ${line}`
  }
  return lines =>
    lines.flatMap(line => {
      if (!known.has(line)) known.set(line, judge(line))
      return known.get(line) ?? []
    })
}

/** Everything a reader or a screen reader is told, without evidence: contents of records, code, names of languages. */
export const readLines = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const lines = new Set()
    const hidden = 'script, style, .sl-json, pre, code, [lang]:not(html), [contenteditable]'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (element && !element.closest(hidden) && element.getClientRects().length > 0) lines.add(node.data.trim())
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      if (!element.closest(hidden) && element.getClientRects().length > 0)
        for (const name of ['aria-label', 'title', 'placeholder']) lines.add((element.getAttribute(name) ?? '').trim())
    return [...lines, document.title.split(' · ')[0]].filter(line => line !== '')
  })()`)

/** A page wider than its window, and buttons or tabs whose words do not fit them. */
export const findTooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const root = document.documentElement
    const found = root.scrollWidth > root.clientWidth + 1 ? ['is ' + root.scrollWidth + ' px wide'] : []
    for (const element of document.querySelectorAll('button, .ant-tag, .ant-tabs-tab, h1, h2'))
      // What only a screen reader reads has no width.
      if (element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 2 && getComputedStyle(element).textOverflow !== 'ellipsis')
        found.push('does not fit: ' + element.textContent)
    return found
  })()`)

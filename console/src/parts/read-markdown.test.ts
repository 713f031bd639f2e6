import { expect, test } from 'vitest'
import { readMarkdown, readParts } from './read-markdown.ts'

test('headings, lists, code and paragraphs are told apart', () => {
  const source = ['# 订单', 'one', 'two', '', '- a', '- b', '1. c', '```', '# no heading', '```', 'end'].join('\n')
  expect(readMarkdown(source)).toEqual([
    { kind: 'heading', level: 1, text: '订单' },
    { kind: 'paragraph', text: 'one two' },
    { kind: 'list', isOrdered: false, items: ['a', 'b'] },
    { kind: 'list', isOrdered: true, items: ['c'] },
    { kind: 'code', text: '# no heading' },
    { kind: 'paragraph', text: 'end' },
  ])
})

test('only links to https are links; markup of other kinds stays text', () => {
  const hostile = '<b>x</b> [a](javascript:alert(1)) [b](http://c.example) ![d](https://e.example/p.png)'
  expect(readParts(hostile).filter(({ kind }) => kind === 'link')).toEqual([
    { kind: 'link', text: 'd', to: 'https://e.example/p.png' },
  ])
  expect(readParts(hostile)[0]?.text).toBe('<b>x</b> [a](javascript:alert(1)) [b](http://c.example) !')
  expect(readParts('a **b** `c`').map(({ kind }) => kind)).toEqual(['text', 'strong', 'text', 'code'])
})

test('a fence that never ends, and nothing at all', () => {
  expect(readMarkdown('```\nx')).toEqual([{ kind: 'code', text: 'x' }])
  expect(readMarkdown('')).toEqual([])
})

/** Of a document that somebody else wrote: the page of everybody who reads it waits for it. */
test.each([
  ['brackets', '['.repeat(2_000_000)],
  ['words of links that never end', '[a'.repeat(1_000_000)],
  ['beginnings of links', '[a](https://'.repeat(160_000)],
  ['beginnings of strong words', '**a'.repeat(600_000)],
  ['beginnings of code', '`a'.repeat(1_000_000)],
  ['spaces of a heading', `# ${' '.repeat(1_900_000)}x\u2028y`],
  ['spaces of an item', `- ${' '.repeat(1_900_000)}x\u2028y`],
  ['spaces of a number', `1. ${' '.repeat(1_900_000)}x\u2028y`],
  ['spaces', `${' '.repeat(1_900_000)}x`],
])('two million letters take no longer than their length: %s', (_what, source) => {
  const began = process.cpuUsage()
  for (const block of readMarkdown(source)) if ('text' in block) readParts(block.text)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1500)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '[x](https:evil.example)',
  '[x](https://e.example" onclick="alert(1))',
  '[x](https://e.example<svg onload=alert(1)>)',
  '[x]( https://e.example)',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '<https://e.example>',
  '&#106;avascript:alert(1)',
])('%s stays text, every letter of it', source => {
  for (const block of readMarkdown(source)) {
    const parts = 'text' in block ? readParts(block.text) : []
    expect(parts.map(each => each.kind)).not.toContain('link')
    expect(source).toContain(parts.map(each => each.text).join(''))
  }
})

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

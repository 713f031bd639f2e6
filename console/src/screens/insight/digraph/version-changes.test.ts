import { plainOptions } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { Component, Draft } from './types.ts'
import { listChanges } from './version-changes.ts'

const component = (id: string, more: Partial<Component> = {}): Component => ({
  ...{ id, kind: 'kpi', title: '', x: 0, y: 0, width: 100, height: 100, sources: ['strategies.all'] },
  options: { ...plainOptions },
  ...more,
})
const draft = (components: Component[], more: Partial<Draft['design']> = {}): Draft => ({
  ...{ name: 'wall', refresh_seconds: 30 },
  design: { width: 1920, height: 1080, theme: 'auto', components, ...more },
})
const told = (from: Draft, to: Draft) =>
  listChanges(from, to).map(change =>
    change.kind === 'changed'
      ? `changed ${change.component.id} ${change.parts.join()}`
      : `${change.kind} ${'component' in change ? change.component.id : ''}`.trim(),
  )

test('what was added, changed and removed is told by component, whatever the order of keys', () => {
  const before = draft([component('a'), component('b'), component('c')])
  const turned = {
    ...component('c'),
    options: Object.fromEntries(Object.entries(plainOptions).toReversed()),
  } as Component
  const after = draft([component('a', { title: 'A', x: 8 }), turned, component('d')], { height: 720 })
  expect(told(before, after)).toEqual(['sheet', 'changed a title,place', 'added d', 'removed b'])
  expect(told(before, before)).toEqual([])
  expect(told(before, draft([component('b'), component('a'), component('c')]))).toEqual(['layers'])
  expect(told(before, { ...before, name: 'other', refresh_seconds: 5 })).toEqual(['name', 'refresh'])
})

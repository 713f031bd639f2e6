import { noticeKindNames, noticeKinds } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { AnyPage } from '../lib/page.ts'
import type { SearchShape } from '../lib/search.ts'
import { findPage } from './registry.ts'

test.each(noticeKindNames)('a notice "%s" leads to a page its reader may open, on a tab that is there', kind => {
  const { leadsTo, permission } = noticeKinds[kind]
  const { pathname, searchParams } = new URL(leadsTo.replace('{id}', 'x'), 'http://console')
  // The registry hides what only the page itself reads.
  const page = findPage(pathname) as (AnyPage & { readonly search?: SearchShape }) | null
  expect(page).not.toBeNull()
  // Notices without a permission are for one person, who was chosen by what they may do.
  if (permission !== null) expect(page?.authority).toBe(permission)
  for (const [name, value] of searchParams) expect(page?.search?.[name]?.parse(value)).toBe(value)
})

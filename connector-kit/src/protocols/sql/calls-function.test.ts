import { expect, test } from 'vitest'
import { callsFunction } from './calls-function.ts'

test.each([
  '',
  'id = 1',
  'id in (1, 2)',
  `(status = 'paid' or (not (total < 3)))`,
  `lower(name) like 'a%' and coalesce(total, 0) > 0`,
  'exists (select 1 from item where item.id = 3)',
  'cast(total as decimal(10, 2)) > 1',
  'changed > now() - interval 1 day',
])('%s asks, and does nothing', condition => expect(callsFunction(condition)).toBe(false))

test.each([
  'wipe()',
  'WIPE ()',
  '"wipe"()',
  '`wipe` ()',
  '[wipe]()',
  'public.wipe()',
  'public.lower(name)',
  '"lower"(name)',
  'löschen(1)',
  'id = 1 and (select wipe(id))',
  'id = pg_terminate_backend(7)::int',
  'id = nextval (  1 )',
  'id in(select * from dblink(1))',
  'wipe\n(\n)',
  '"a b" (1)',
])('%s may do anything', condition => expect(callsFunction(condition)).toBe(true))

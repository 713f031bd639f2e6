import { describe, expect, test } from 'vitest'
import { type ConditionDialect, checkCondition } from './check-condition.ts'

const good: readonly (readonly [ConditionDialect, string])[] = [
  ['postgresql', "a = 'x; -- y' and (b > 1 or c like '%/*%')"],
  ['postgresql', "note = $$it's; fine$$ and tag = $q$ $$ ; $q$"],
  ['postgresql', "a = E'it\\'s' and \"we;ird\" = 1"],
  ['postgresql', "a = 'back\\' and b = 1"],
  ['postgresql', 'a[1] = 2'],
  ['mysql', 'a = \'it\\\'s; #\' and `b;` = "x\\"y"'],
  ['mysql', "a = 'it''s'"],
  ['sqlite', '[a;b] = \'x\' and "c" = 1'],
  ['sqlserver', "[a]];'b] = N'it''s; \\ --' and \"c;\" = 1"],
  ['oracle', "a = nvl(qty, 1) and b = N'x;'"],
]
const bad: readonly (readonly [ConditionDialect, string])[] = [
  ['postgresql', 'a = 1; drop table t'],
  ['postgresql', "a = 'x' -- rest"],
  ['postgresql', 'a = /* */ 1'],
  ['postgresql', 'a = 1) or (1 = 1'],
  ['postgresql', '(a = 1'],
  ['postgresql', "a = 'open"],
  ['postgresql', 'a = $tag$ open'],
  ['postgresql', "a = 'x\\'; drop table t; --'"],
  ['postgresql', "name_e'x\\'; drop table t'"],
  ['postgresql', 'a = \\g'],
  ['mysql', "a = 'open\\'"],
  ['mysql', 'a = 1 # rest'],
  ['mysql', 'a = 1 /*! union select 1 */'],
  ['sqlite', '[open'],
  ['sqlserver', "[a'] = 1); drop table t --'"],
  ['sqlserver', 'a = 1 -- rest'],
  ['oracle', "a = q'[']' or b = ') --'"],
  ['oracle', "a = nQ'!it's!'"],
  ['sqlite', 'a = 1\0'],
]

describe('condition', () => {
  test.each(good)('%s: %s passes as it stands', (dialect, text) => {
    expect(checkCondition(` ${text} `, dialect)).toBe(text)
  })

  test.each(bad)('%s: %s is refused', (dialect, text) => {
    expect(() => checkCondition(text, dialect)).toThrow(/The condition/)
  })
})

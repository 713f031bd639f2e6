import { describe, expect, test } from 'vitest'
import { type ConditionDialect, checkCondition } from './check-condition.ts'

const good: readonly (readonly [ConditionDialect, string])[] = [
  ['postgresql', "a = 'x; -- y' and (b > 1 or c like '%/*%')"],
  ['postgresql', "note = $$it's; fine$$ and tag = $q$ $$ ; $q$"],
  ['postgresql', "a = E'it\\'s' and \"we;ird\" = 1"],
  ['postgresql', "a = 'back\\' and b = 1"],
  ['postgresql', 'a[1] = 2'],
  ['postgresql', "note = $表$it's; fine$表$ and 表$a$ = 1"],
  ['postgresql', "a = 'x'\nand b = E'it\\'s'\nor c = 'y'"],
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
  // A letter beyond ASCII before `$a$` or `e'` makes them the end of a name.
  [
    'postgresql',
    'exists (select 1 as é$a$) x) to stdout; drop table t; copy (select 1 where exists (select 1 as é$a$)',
  ],
  ['postgresql', "表e'\\'; drop table t; --'"],
  // A text that goes on in the next line has escapes as in the first.
  ['postgresql', "a = E'x'\n'y\\''; drop table t; --'"],
  ['postgresql', "a = e'x' \t\r\n 'y' 'z'"],
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

import { describe, expect, test } from 'vitest'
import { checkStatement, StatementOf } from './adapter-statement.ts'

const check = (text: string, direction: 'source' | 'target' = 'source'): string[] =>
  checkStatement(StatementOf.parse({ text, direction, values: [{ name: 'day' }] })).map(({ message }) => message)

describe('every dialect reads the same pieces of a statement', () => {
  test.each([
    'select 1',
    "select a, 'it''s; -- fine' from t where b > {{day}}",
    'with x as (select 1 as a) select * from x',
    'select [order no], [tab(le)] from [dbo].[orders]',
    "select data['key'], tags[1], tags[(2)] from t",
    "select doc #>> '{a,b}' from t where doc #> '{a}' is not null",
    "select '[', ']', '#(' from t where a = 'q'",
    'select "a[b" from t',
  ])('%s is taken', text => {
    expect(check(text)).toEqual([])
  })

  test.each([
    // SQL Server takes what is between the brackets for a name, and needs no ; between statements.
    'select 1 as [(]) x drop table t select * from (select 1 as [)]',
    "select 1 as [x'] from t; drop table t; select 1 as [y']",
    "select 1 as [a]]'] from t; drop table t; select 1 as [b]]']",
    'select 1 as ["] from t; drop table t; select 1 as ["]',
    'select 1 as [)(] from t',
    'select 1 as [--] from t',
    // MySQL leaves out the rest of the line.
    "select 1 #'\n; drop table t #'",
    'select (1 #\n) from t)',
    'select 1 # (',
    // PostgreSQL takes any letter for the tag of a text.
    "select $é$'$é$ as a) q limit 0; rollback; drop table t; select * from (select $é$'$é$ as a",
    "select $表$'$表$ as a; drop table t; select $表$'$表$ as a",
    // Oracle ends its text elsewhere.
    "select q'!a'!' from dual; drop table t; select q'!b'!' from dual",
    "select nQ'[it's]' from dual",
  ])('%s is refused', text => {
    expect(check(text)).not.toEqual([])
    expect(check(text, 'target')).not.toEqual([])
  })
})

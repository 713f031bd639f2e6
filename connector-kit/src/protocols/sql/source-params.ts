import type { ParamInput } from '@sluice/contract'
import { STATEMENT_VALUES } from './statement.ts'

/** The option of every SQL source: values of a query's slots. */
const statementValuesParam: ParamInput = {
  field: STATEMENT_VALUES,
  label: { zh: '查询的参数', en: 'Values of the query' },
  type: 'keyvalue',
  describe: {
    zh: '用于 SQL 适配器：代替其中参数的默认值。',
    en: 'For SQL adapters: instead of the defaults of their values.',
  },
}

/** The options of every SQL source; `TableSource` reads them. */
export const sqlSourceParams: ParamInput[] = [
  {
    field: 'where',
    label: { zh: '过滤条件', en: 'Condition' },
    type: 'code',
    placeholder: "status = 'paid'",
    describe: {
      zh: 'WHERE 后的一个只读条件，不含注释和分号。',
      en: 'One read-only condition as it stands behind WHERE, without comments or semicolons.',
    },
  },
  {
    field: 'columns',
    label: { zh: '读取的列', en: 'Columns' },
    type: 'columns',
    describe: { zh: '留空读取全部列；主键总会读取。', en: 'Empty reads all; key columns are always read.' },
  },
  statementValuesParam,
]

import type { ParamInput } from '@sluice/contract'

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
]

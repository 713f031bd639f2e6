import type { ParamInput } from '@sluice/contract'

/** The option of an SQL target. */
export const checkpointParam: ParamInput = {
  field: 'checkpoint',
  label: { zh: '追加写入也恰好一次', en: 'Append exactly once' },
  type: 'switch',
  default: false,
  describe: {
    zh: '仅用于“追加”方式。在目标库里建一张小表 sluice_checkpoint，每条记录写入时在同一事务里登记；应答丢失后再写时，已登记的不会重复写入。需要建表权限，每条约 60 字节，保留 90 天。',
    en: 'For the mode "insert". Keeps a small table sluice_checkpoint in the target database: each record is noted in the transaction that appends it, so after a lost answer it is not appended twice. Needs the right to create a table, about 60 bytes a record, kept for 90 days.',
  },
}

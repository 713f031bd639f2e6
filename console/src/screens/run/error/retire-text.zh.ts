/** 已没有行的单据如何处理。 */
export const zh = {
  title: '处理已没有行的单据',
  count: (count: string) => `共 ${count} 张`,
  scope: '处理范围',
  kind: '处理方式',
  kinds: {
    retireDelete: '在目标中删除',
    retireZero: '在目标中清零',
    retireMark: '在目标中标记',
    retireKeep: '在目标中保留',
  },
  hints: {
    retireDelete: '从目标中删除这些单据。目标不支持删除时，单据仍是错误并说明原因。',
    retireZero: '按最后一次的内容重新写入，方案设置中选择的字段写为 0。',
    retireMark: '按最后一次的内容重新写入，并写入方案设置中的标记字段。',
    retireKeep: '目标不变，这里记为已删除。',
  },
  back: '单据重新有行时，会按新内容写入。',
  start: '开始处理',
  started: '已开始处理',
  cancel: '取消',
}

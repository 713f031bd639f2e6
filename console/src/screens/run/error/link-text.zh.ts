/** What other screens say about errors; apart, so that they stay small. */
export const zh = {
  byCause: '按原因查看错误',
  group: '查看同类错误',
  corrections: '人工修正',
  current: '生效中',
  past: '已失效：源里的内容后来变了',
  removed: '删除字段',
}

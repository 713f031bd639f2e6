/** 错误列表共有的列：所有列出错误的页面用同样的词。 */
export const zh = {
  number: '业务单号',
  others: (count: string) => `等 ${count} 条`,
  reason: '原因',
  system: '系统',
  since: '出现于',
  owner: '负责人',
  repair: '处理办法',
  nobody: '无人负责',
  repairs: {
    map: '补充静态映射',
    mapping: '编辑映射',
    data: '修正字段',
    connector: '测试连接器',
    target: '检查目标配置',
    wait: '等待自动重试',
    look: '到目标核对',
  },
}

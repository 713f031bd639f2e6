export const zh = {
  title: '搜索',
  placeholder: '页面、方案、连接器，或完整单号',
  pages: '页面',
  strategies: '集成方案',
  connectors: '连接器',
  records: '数据',
  none: (q: string) => `没有找到“${q}”。单号需要完整输入。`,
  searching: '正在搜索…',
  failed: '搜索没有成功',
  keys: '↑ ↓ 选择，回车打开，Esc 关闭',
}

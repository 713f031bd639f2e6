export const zh = {
  title: '智能助手',
  another: '新会话',
  page: '在页面中打开',
  close: '关闭',
  success: '生成成功',
  failure: '生成失败',
}

export const zh = {
  title: '验证身份',
  intro: (minutes: number) => `此操作影响长久，请证明是你本人。${minutes} 分钟内不再询问，原来的操作会自动继续。`,
  password: '当前密码',
  passwordMissing: '请输入密码',
  code: '动态口令',
  codeExtra: '也可以输入一个恢复码',
  codeMissing: '请输入动态口令',
  confirm: '验证',
  orSso: '没有密码？用单点登录重新验证，回来后请再做一次此操作：',
  by: (label: string) => `用 ${label} 验证`,
}

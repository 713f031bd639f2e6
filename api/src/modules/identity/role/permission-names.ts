import type { Words } from '@sluice/contract'

/** What the first word of a permission is called. A test finds the missing. */
export const moduleNames: Readonly<Record<string, Words>> = {
  own: { zh: '控制台与个人内容', en: 'Console and own things' },
  strategy: { zh: '集成方案', en: 'Strategies' },
  connector: { zh: '连接器', en: 'Connectors' },
  platform: { zh: '软件平台', en: 'Platforms' },
  alert: { zh: '告警', en: 'Alerts' },
  mapping: { zh: '静态映射', en: 'Static mapping' },
  process: { zh: '进程池', en: 'Process pools' },
  storage: { zh: '存储', en: 'Storage' },
  asset: { zh: 'API 资产', en: 'API assets' },
  user: { zh: '子账号', en: 'Sub-accounts' },
  role: { zh: '角色', en: 'Roles' },
  log: { zh: '操作日志', en: 'Operation log' },
  sso: { zh: '单点登录与安全', en: 'Sign-in and security' },
  website: { zh: '网站属性', en: 'Website' },
  tenant: { zh: '租户数据', en: 'Tenant data' },
}

/** Second words in the order of the matrix: the operations of the log first, then what is more than one of them. */
export const verbNames = {
  query: { zh: '查询', en: 'Query' },
  add: { zh: '新增', en: 'Add' },
  update: { zh: '修改', en: 'Change' },
  delete: { zh: '删除', en: 'Delete' },
  import: { zh: '导入', en: 'Import' },
  export: { zh: '导出', en: 'Export' },
  start: { zh: '启动', en: 'Start' },
  stop: { zh: '停止', en: 'Stop' },
  debug: { zh: '调试', en: 'Debug' },
  script: { zh: '脚本', en: 'Scripts' },
  secret: { zh: '密钥', en: 'Secrets' },
  publish: { zh: '发布', en: 'Publish' },
  approve: { zh: '审批', en: 'Approve' },
  settle: { zh: '核销', en: 'Settle' },
  close: { zh: '关账', en: 'Close' },
} as const satisfies Readonly<Record<string, Words>>

/** What a permission opens where no route says so. */
export const ruleNames: Readonly<Record<string, Words>> = {
  'strategy:script': { zh: '编写方案的脚本', en: 'Write scripts of strategies' },
  'own:add': { zh: '进入控制台、保存个人内容', en: 'Enter the console, keep own things' },
  'own:delete': { zh: '进入控制台、删除个人内容', en: 'Enter the console, delete own things' },
}

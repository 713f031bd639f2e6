import type { Words } from '@sluice/contract'

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
  install: { zh: '安装', en: 'Install' },
  share: { zh: '分享', en: 'Share' },
} as const satisfies Readonly<Record<string, Words>>

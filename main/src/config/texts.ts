const en = {
  create: 'create',
  change: 'change',
  delete: 'delete',
  counts: (create: number, change: number, gone: number, same: number) =>
    `Plan: ${create} to create, ${change} to change, ${gone} to delete, ${same} unchanged.`,
  nothing: 'Nothing to do: the tenant is as the files say.',
  problems: (count: number) => `Problems: ${count}. Nothing can be applied until they are mended:`,
  more: (count: number) => `… and ${count} more`,
  effects: 'Effect on stored records (a sample of the newest; nothing was written):',
  effect: (records: number, total: string) => `of ${records} looked at (${total} stored)`,
  counted: (changed: number, refused: number, mended: number, dropped: number) =>
    `${changed} written otherwise, ${refused} newly refused, ${mended} no longer refused, ${dropped} newly left out`,
  unmeasured: (names: string) => `No time to look at the records of: ${names}`,
  gone: (count: number) => `${count} more have no stored evidence any longer`,
  cut: 'large records: fewer were looked at',
  refused: 'refused',
  secrets: 'Secrets that are stored:',
  hash: (hash: string) => `Hash of this plan: ${hash}`,
  ask: 'Apply this? Only "yes" does. ',
  needsYes: 'Nobody can be asked here. Give --yes, or --plan HASH of a plan that was looked at.',
  stale: 'This is not the plan that was looked at: files or tenant have changed. Nothing was written.',
  refusedToApply: 'Nothing was written.',
  applied: (create: number, change: number, gone: number) =>
    `Applied: ${create} created, ${change} changed, ${gone} deleted.`,
  exported: (files: number, written: number, removed: number) =>
    `${files} files: ${written} written, ${removed} removed, ${files - written} as they were.`,
  needsToken: 'SLUICE_TOKEN is needed: a personal access token, made under account settings, security.',
  unreachable: (url: string) => `No Sluice answers at ${url}. Give its address with --url or SLUICE_URL.`,
}

const zh: typeof en = {
  create: '新建',
  change: '修改',
  delete: '删除',
  counts: (create, change, gone, same) => `计划：新建 ${create}，修改 ${change}，删除 ${gone}，不变 ${same}。`,
  nothing: '无需改动：租户与文件一致。',
  problems: count => `有 ${count} 个问题，不能应用：`,
  more: count => `……还有 ${count} 项`,
  effects: '对已存数据的影响（最新数据的抽样，没有写入任何系统）：',
  effect: (records, total) => `抽样 ${records} 条（共 ${total} 条）`,
  counted: (changed, refused, mended, dropped) =>
    `写入内容变化 ${changed}，新增拒绝 ${refused}，不再拒绝 ${mended}，新增过滤 ${dropped}`,
  unmeasured: names => `来不及查看这些方案的数据：${names}`,
  gone: count => `另有 ${count} 条的原始数据已清理`,
  cut: '数据较大，只看了一部分',
  refused: '拒绝',
  secrets: '将写入的密钥：',
  hash: hash => `计划的哈希：${hash}`,
  ask: '应用这个计划吗？输入 yes 确认：',
  needsYes: '这里无法询问。请加 --yes，或用 --plan 给出核对过的计划的哈希。',
  stale: '与核对过的计划不一致：文件或租户有了变化。什么都没有写入。',
  refusedToApply: '什么都没有写入。',
  applied: (create, change, gone) => `已应用：新建 ${create}，修改 ${change}，删除 ${gone}。`,
  exported: (files, written, removed) => `${files} 个文件：写入 ${written}，删除 ${removed}，未变 ${files - written}。`,
  needsToken: '需要 SLUICE_TOKEN：在“个人设置 - 安全”中创建的访问令牌。',
  unreachable: url => `${url} 没有 Sluice 应答。请用 --url 或 SLUICE_URL 给出地址。`,
}

export type Texts = typeof en

/** What the terminal speaks, by LC_ALL, LC_MESSAGES and LANG, and how the server is asked to speak. */
export function readTexts(env: Readonly<Record<string, string | undefined>>): { texts: Texts; language: string } {
  const [name = ''] = (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').split('.')
  if (/^zh([_-](TW|HK|MO))/i.test(name)) return { texts: zh, language: 'zh-TW' }
  if (/^zh/i.test(name)) return { texts: zh, language: 'zh-CN' }
  return { texts: en, language: /^pt/i.test(name) ? 'pt-BR' : 'en-US' }
}

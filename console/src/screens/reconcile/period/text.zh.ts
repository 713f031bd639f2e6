export const zh = {
  label: '历史归档',
  intro: '按账户逐月核对余额、关账、锁定，并把已关账的明细归档',
  account: '核算账户',
  accounts: '去建核算账户',
  none: '还没有核算账户',
  noneText: '先建账户并导入账单，这里才有月份可以关账。',
  columns: {
    month: '月份',
    state: '状态',
    opening: '期初余额',
    in: '收入',
    out: '支出',
    closing: '期末余额',
    a: '账单行',
    b: '单据行',
    late: '迟到行',
    carried: '结转行',
    by: '关账人',
    at: '关账时间',
  },
  states: {
    open: '未关账',
    closing: '关账中',
    closed: '已关账',
    archiving: '归档中',
    archived: '已归档',
    restoring: '恢复中',
  },
  phases: {
    queued: () => '排队中',
    reading: (count: string) => `正在核对，已读 ${count} 行`,
    writing: (count: string) => `正在写入，已写 ${count} 行`,
    checking: () => '正在校验文件',
    removing: () => '文件已校验，正在移出明细',
    done: () => '完成',
  },
  drawer: {
    title: (month: string) => `账期 ${month}`,
    roll: '余额滚动',
    counted: (a: string, b: string, currency: string) => `账单 ${a} 行，单据 ${b} 行，币种 ${currency}`,
  },
  actions: {
    cancel: '取消',
    download: '下载归档文件',
    goesOn: '关掉页面也会继续。关账期间这个月已锁定，取消后恢复原状。',
    blocked: (count: number) => `还有 ${count} 项未通过，不能关账`,
    note: '关账说明（可不填）',
    reason: '反关账原因',
    close: {
      label: '关账',
      ask: (month: string) => `${month} 关账？`,
      about:
        '从现在起，这个月的明细和匹配不能再改。系统会记下余额，并对全部明细计算 SHA-256 指纹。之后才到的明细计入下个月。',
    },
    reopen: {
      label: '反关账',
      ask: (month: string) => `重新打开 ${month}？`,
      about: '记录的余额和指纹会作废，再次关账时重新计算。原因会写入操作日志。反关账须由关账人以外的人执行。',
    },
    archive: {
      label: '归档',
      ask: (month: string) => `归档 ${month}？`,
      about: '明细写入 Parquet 文件，读回并核对指纹后，才从列表中移出。余额留在这里，随时可以恢复。',
    },
    restore: {
      label: '恢复',
      ask: (month: string) => `恢复 ${month}？`,
      about: '先核对文件和指纹，再把明细放回列表。恢复后这个月仍是已关账状态。',
    },
  },
  points: {
    title: '关账检查',
    agreed: '关账时的检查结果',
    intro: '红色的必须先处理，黄色的请看过再决定。',
    open: '查看',
    levels: { ok: '通过', warn: '请留意', block: '不能关账' },
    of: {
      over: { title: '这个月已经结束', told: () => '这个月还没有结束。' },
      order: {
        title: '之前的月份都已关账',
        told: (_count: number, values: readonly string[]) => `须按顺序关账，下一个是 ${values.join('、')}。`,
      },
      files: {
        title: '账单都已导入',
        told: (count: number, values: readonly string[]) =>
          `有 ${count} 个账单文件还没有导入完：${values.join('、')}。`,
      },
      rejected: {
        title: '没有被拒绝的账单',
        told: (count: number, values: readonly string[]) =>
          `有 ${count} 个账单文件被拒绝，之后也没有重新导入：${values.join('、')}。`,
      },
      running: { title: '没有进行中的对账或导入', told: (count: number) => `有 ${count} 个任务还在进行。` },
      gaps: {
        title: '每天都有账单',
        told: (count: number, values: readonly string[]) =>
          `有 ${count} 天没有账单行：${values.join('、')}${count > values.length ? ' …' : ''}。没有交易的日子可以不理。`,
      },
      duplicates: { title: '没有重复行', told: (count: number) => `有 ${count} 行是重复的，不计入金额。` },
      currency: { title: '币种与账户一致', told: (count: number) => `有 ${count} 行的币种与账户不同。` },
      items: { title: '都已归类到核算项', told: (count: number) => `有 ${count} 行还没有核算项。` },
      flow: { title: '账户在对账流程中', told: () => '没有任何对账流程包含这个账户。' },
      a_open: {
        title: '账单（A）都已处理',
        told: (count: number) => `有 ${count} 行还没有匹配、忽略，也没有挂账到以后的月份。`,
      },
      b_open: {
        title: '单据（B）都已处理',
        told: (count: number) => `有 ${count} 行还没有匹配、忽略，也没有挂账到以后的月份。`,
      },
      proposed: { title: '没有待确认的匹配', told: (count: number) => `有 ${count} 行在待确认的匹配中。` },
      adjustments: { title: '差额都已批准', told: (count: number) => `有 ${count} 笔差额等待第二人批准。` },
      late: { title: '没有迟到的明细', told: (count: number) => `有 ${count} 行属于已关账的月份，计入了这个月。` },
      continuity: {
        title: '账单上的余额前后衔接',
        told: (count: number, values: readonly string[]) =>
          `有 ${count} 处余额接不上，可能缺账单。接不上的余额：${values.join('、')}。`,
      },
      balance: {
        title: '期末余额与账单一致',
        told: (_count: number, values: readonly string[]) =>
          `滚动得到 ${values[0] ?? ''}，账单最后的余额是 ${values[1] ?? ''}。请检查账户的期初余额和缺少的账单。`,
      },
    },
  },
  history: {
    title: '经过',
    closed: '关账',
    note: '说明',
    hash: '明细指纹（SHA-256）',
    reopened: '反关账',
    reason: '原因',
    archived: '归档',
    file: '归档文件',
    restored: '恢复',
  },
}

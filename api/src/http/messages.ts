import {
  type Catalogues,
  type Language,
  type OtherLanguage,
  type Sentences,
  sayIn,
  type Translate,
  type Words,
} from '@sluice/contract'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { writeTimes } from './write-times.ts'

/** Public sentences by failure code. `{field}` and `{value}` are filled from the failure. */
export type Messages = Readonly<Record<string, Words>>

/** Those that several modules say; what a single one says stands in its `messages.ts`. */
const messages = {
  ok: { zh: '操作成功', en: 'ok' },
  internal: { zh: '服务器内部错误，日志中有详情', en: 'Something went wrong inside Sluice. The log has the details.' },

  'auth.missing': { zh: '请先登录', en: 'Sign in first.' },
  'auth.captcha': { zh: '验证码错误', en: 'Wrong captcha.' },
  'auth.expired': { zh: '登录已过期，请重新登录', en: 'The sign-in has ended. Sign in again.' },
  'permission.missing': { zh: '权限不足，需要 {value}', en: 'Insufficient permission: {value} is needed.' },
  'permission.changePassword': { zh: '请先修改密码', en: 'Change your password first.' },
  'permission.whole': {
    zh: '你的角色限定了数据范围，只能看到一部分数据；这项操作涉及全部数据，请由不限范围的管理员执行',
    en: 'Your role has a data scope and sees a part only. This concerns the whole; ask an administrator without a scope.',
  },
  'permission.navigation': {
    zh: '不能通过打开链接执行此操作',
    en: 'This action cannot be called by opening a link.',
  },

  'permission.secondFactor': {
    zh: '管理员必须先启用动态口令',
    en: 'Administrators must set up an authenticator first.',
  },

  'stepUp.needed': {
    zh: '此操作影响长久，请先验证身份（{value} 分钟内有效）',
    en: 'What this does lasts. Show first who you are; it counts for {value} minutes.',
  },

  'permission.token': {
    zh: '访问令牌不能执行此操作，请登录后进行',
    en: 'An access token cannot do this. Sign in for it.',
  },

  'notFound.route': { zh: '接口不存在', en: 'There is no such route.' },
  'notFound.connector': { zh: '连接器不存在', en: 'There is no such connector.' },
  'notFound.platform': { zh: '平台不存在', en: 'There is no such platform.' },
  'notFound.asset': { zh: 'API 资产不存在', en: 'There is no such API asset.' },
  'notFound.adapter': { zh: '适配器不存在', en: 'There is no such adapter.' },
  'notFound.file': { zh: '文件不存在', en: 'There is no such file.' },
  'notFound.strategy': { zh: '方案不存在', en: 'There is no such strategy.' },
  'notFound.record': { zh: '数据不存在', en: 'There is no such record.' },
  'notFound.errorGroup': { zh: '异常分组不存在，或你无权查看', en: 'There is no such error, or you may not see it.' },
  'notFound.job': { zh: '任务不存在', en: 'There is no such job.' },
  'notFound.token': { zh: '访问令牌不存在', en: 'There is no such access token.' },
  'notFound.user': { zh: '用户不存在', en: 'There is no such user.' },

  'notFound.role': { zh: '角色不存在', en: 'There is no such role.' },
  'permission.mightier': {
    zh: '对方的权限多于你，不能操作',
    en: 'This person may do more than you, so you cannot change the account.',
  },
  'permission.grant': {
    zh: '不能授予自己没有的权限或数据范围：{value}',
    en: 'You cannot give what you do not have yourself: {value}',
  },
  'conflict.ownAccount': {
    zh: '不能停用、删除自己的账号或更换自己的角色',
    en: 'Nobody disables or deletes their own account, or changes their own role.',
  },
  'conflict.username': { zh: '用户名“{value}”已被使用', en: 'The user name "{value}" is taken.' },
  'conflict.name': { zh: '名称“{value}”已被使用，请换一个', en: 'The name "{value}" is taken. Choose another.' },
  'conflict.code': { zh: '编码“{value}”已被使用，请换一个', en: 'The code "{value}" is taken. Choose another.' },
  'conflict.noTotp': { zh: '尚未启用动态口令', en: 'No authenticator is set up.' },
  'conflict.version': {
    zh: '数据已被他人修改，请刷新后重试',
    en: 'Someone saved in the meantime. Reload and try again.',
  },
  'conflict.draft': {
    zh: '有未发布的草稿（第 {value} 次保存），请在草稿上修改，或先放弃草稿',
    en: 'A draft (save {value}) waits to be published. Go on with it, or discard it first.',
  },
  'conflict.cycle': {
    zh: '方案会互相等待，形成循环：{value}',
    en: 'These strategies would wait for each other in a circle: {value}',
  },
  'conflict.inUse': { zh: '正在使用，不能删除：{value}', en: 'It is in use and cannot be deleted: {value}' },
  'conflict.inUseHidden': {
    zh: '有 {value} 个您看不到的方案正在使用，请联系管理员',
    en: 'It is needed by {value} strategies that you may not see. Ask an administrator.',
  },
  'conflict.platform': {
    zh: '使用该连接器的方案所需平台不同',
    en: 'The connector is used by a strategy of another platform.',
  },
  'conflict.running': { zh: '方案正在运行，请先停止', en: 'The strategy is running. Stop it first.' },
  'conflict.liveRun': {
    zh: '方案的一次运行尚未结束，请稍后再试',
    en: 'A run of the strategy has not ended yet. Try again soon.',
  },
  'conflict.quota': { zh: '已达到数量上限 {value}', en: 'The limit of {value} is reached.' },
  'conflict.state': { zh: '当前状态不允许此操作：{value}', en: 'Not allowed in this state: {value}' },

  'invalid.input': { zh: '输入有误：{field}', en: 'Check the input: {field}' },
  'invalid.totp': { zh: '动态口令错误', en: 'Wrong authenticator code.' },
  'invalid.provider': { zh: '无法读取身份提供方的配置：{value}', en: 'The provider cannot be read: {value}' },
  'invalid.noAssets': {
    zh: '该平台不支持 API 资产，请选择基于 HTTP 的平台',
    en: 'This platform takes no API assets. Choose one that works over HTTP.',
  },
  'invalid.assetConnector': { zh: '连接器属于另一个平台', en: 'The connector belongs to another platform.' },
  'invalid.import': { zh: '无法读取导入内容：{value}', en: 'The import cannot be read: {value}' },
  'notFound.tenantProof': {
    zh: '没有找到注销证明：密钥不正确，或删除还没有完成',
    en: 'There is no such proof: the key is wrong, or the removal has not ended.',
  },
  'unavailable.exports': { zh: '此处没有导出目录，不能导出', en: 'There is no place for exports here.' },
  'invalid.json': { zh: '请求体不是有效的 JSON', en: 'The body is not valid JSON.' },
  'mediaType.json': { zh: '只接受 application/json', en: 'Only application/json is accepted here.' },
  'mediaType.form': { zh: '请以 multipart/form-data 上传', en: 'Send the file as multipart/form-data.' },
  'invalid.unknownField': { zh: '未知字段 {field}', en: 'Unknown field {field}' },
  'invalid.unknownFieldNear': {
    zh: '未知字段 {field}，最接近的是 {value}',
    en: 'Unknown field {field}; the nearest one is {value}',
  },
  'invalid.text': { zh: '文本中含有不可用字符（NUL）', en: 'The text holds a NUL character, which cannot be stored.' },
  'invalid.range': { zh: '数值或时间超出范围', en: 'A number or a time is out of range.' },
  'invalid.file': { zh: '请选择一个文件', en: 'Send one file in the field "file".' },
  'notFound.version': { zh: '版本不存在', en: 'There is no such version.' },
  'invalid.secretAnew': {
    zh: '地址或验证对方身份的方式已改变，请重新填写此项',
    en: 'The address, or how the far system proves itself, has changed: enter this again.',
  },
  'invalid.states': {
    zh: '只能清理已完成、错误、已忽略、已取消、重复或已删除的数据',
    en: 'Only records that are done, in error, ignored, cancelled or deleted can be cleaned up.',
  },
  'invalid.noIncrement': {
    zh: '方案没有增量字段，每次都读取全部',
    en: 'The strategy has no increment field; every run reads everything.',
  },
  'invalid.remedyTime': {
    zh: '增量字段里是 {value} 这样的数字，不是时间，无法按天补漏。请选择时间作为增量字段，或手工重跑一段',
    en: 'The increment field holds numbers like {value}, which are no times, so no past days can be read again. Choose a time as the increment field, or run a range by hand.',
  },
  'tooLarge.body': { zh: '请求体超过 {value} KB', en: 'The body is larger than {value} kB.' },
  'tooLarge.values': {
    zh: '请求体里的值超过 {value} 个，请分几次发送',
    en: 'The body holds more than {value} values; send it in parts.',
  },
  'tooLarge.compute': {
    zh: '内容太复杂，在允许的时间和内存内没有读完。请分成几份发送',
    en: 'It could not be read within the time and memory that it may take; send it in parts.',
  },
  'tooLarge.text': {
    zh: '内容里的值超过 {value} 个，请分成几份发送',
    en: 'The text holds more than {value} values; send it in parts.',
  },
  'tooLarge.file': { zh: '文件超过大小上限 {value}', en: 'The file is larger than {value}.' },

  'invalid.groupScope': {
    zh: '你的角色看不到这个分组，请选择角色数据范围内的分组',
    en: 'Your role does not see this group. Choose one within the role’s data scope.',
  },
  'invalid.passwordMismatch': { zh: '两次新密码输入不一致', en: 'The two new passwords differ.' },

  'tooMany.attempts': { zh: '尝试过于频繁，请稍后再试', en: 'Too many attempts. Wait a moment and try again.' },
  'notice.run.failed': { zh: '方案“{value}”运行失败', en: 'The strategy "{value}" failed' },
  'notice.run.partial': {
    zh: '方案“{value}”有数据未写入',
    en: 'Records of the strategy "{value}" did not arrive',
  },
  'notice.run.imbalance': { zh: '方案“{value}”账不平', en: 'The books of the strategy "{value}" do not balance' },
  'notice.process.lost': {
    zh: '运行方案“{value}”的进程失联',
    en: 'The process that ran the strategy "{value}" was lost',
  },
  'notice.job.setAside': {
    zh: '方案“{value}”的后台任务已搁置',
    en: 'A background job of the strategy "{value}" was set aside',
  },
  'notice.discovery.setAside': {
    zh: '连接器“{value}”的结构发现已搁置',
    en: 'A discovery of the connector "{value}" was set aside',
  },
  'notice.tenantExport.setAside': { zh: '租户数据的导出已搁置', en: 'An export of the tenant’s data was set aside' },
  'notice.follow.lag': { zh: '方案“{value}”跟踪滞后', en: 'The strategy "{value}" falls behind its source' },
  'notice.error.found': { zh: '方案“{value}”出现新的错误', en: 'The strategy "{value}" has a new kind of error' },
  'notice.error.assigned': {
    zh: '方案“{value}”的错误已指派给你',
    en: 'An error of the strategy "{value}" is yours now',
  },
  'notice.strategy.health': {
    zh: '你订阅的方案“{value}”不健康',
    en: 'The strategy "{value}" that you watch does not do well',
  },
  'notice.catalogue.changed': {
    zh: '方案“{value}”依赖的表已变化',
    en: 'What the strategy "{value}" lives by has changed',
  },
  'notice.canary.ready': {
    zh: '方案“{value}”的灰度等待决定',
    en: 'The canary of the strategy "{value}" waits for a decision',
  },
  'notice.canary.rolledBack': {
    zh: '方案“{value}”的灰度已自动回退',
    en: 'The canary of the strategy "{value}" was rolled back by itself',
  },
  'notice.alert.strategy': { zh: '告警：方案“{value}”', en: 'Alert: the strategy "{value}"' },
  'notice.alert.connector': { zh: '告警：连接器“{value}”', en: 'Alert: the connector "{value}"' },
  'notice.alert.system': { zh: '告警：{value}', en: 'Alert: {value}' },
  'notice.account.open': {
    zh: '连接器“{value}”的对方系统不可用',
    en: 'The far system of the connector "{value}" cannot be used',
  },
  'notice.credential.expiring': {
    zh: '连接器“{value}”的凭证即将到期',
    en: 'A credential of the connector "{value}" ends soon',
  },
  'notice.quota.records': { zh: '本月记录额度', en: 'The quota of records this month' },
  'notice.quota.storage': { zh: '存储额度', en: 'The quota of storage' },
  'notice.package.withdrawn': {
    zh: '方案包“{value}”的一个版本已下架',
    en: 'A version of the package "{value}" was withdrawn',
  },
  'notice.approval.asked': { zh: '“{value}”等待审批', en: '"{value}" waits for approval' },
  'notice.approval.approved': { zh: '“{value}”已通过审批', en: '"{value}" has been approved' },
  'notice.approval.refused': { zh: '“{value}”被驳回', en: '"{value}" has been refused' },
  'notice.account.security': { zh: '账号安全提醒', en: 'Something changed at your account' },
  'notice.token.expiring': { zh: '访问令牌“{value}”即将到期', en: 'The access token "{value}" ends soon' },

  'conflict.noMail': { zh: '此安装还没有设置邮件服务', en: 'This installation has no mail service yet.' },
  'conflict.noMailAddress': {
    zh: '请先在“个人设置 - 基本设置”中填写并验证邮箱',
    en: 'Enter and confirm your e-mail address in your basic settings first.',
  },
  'unavailable.passwords': {
    zh: '此刻登录的人太多，请几秒后再试',
    en: 'Too many are signing in at this moment. Try again in a few seconds.',
  },
  'unavailable.mail': { zh: '邮件没有发出：{value}', en: 'The mail was not sent: {value}' },
  'unavailable.slow': {
    zh: '查询耗时过长，请缩小筛选范围',
    en: 'The query took too long. Narrow the filter.',
  },
  'unavailable.database': {
    zh: '数据库暂时无法访问，恢复后会自动继续，请稍后再试',
    en: 'The database cannot be reached. Work goes on by itself when it is back; try again in a moment.',
  },
  'unavailable.late': {
    zh: '处理超时，没有在规定时间内得到结果，请稍后再试',
    en: 'There was no answer in time. Try again in a moment.',
  },
  'unavailable.storageFull': {
    zh: '存储空间已满：暂时不能保存，读取不受影响。请清理磁盘或扩容，之后会自动恢复',
    en: 'The storage is full: nothing can be saved for now, reading goes on. Free or add space; it then goes on by itself.',
  },
  'invalid.configNumeral': {
    zh: '数字 {value} 超出精度，会丢失位数。请加引号写成文本',
    en: 'The numeral {value} would lose digits. Write it in quotes.',
  },
} as const satisfies Messages

/** The codes of the modules: `api/src/server/messages.ts` adds them. @public */
// biome-ignore lint/suspicious/noEmptyInterface: merged with what the generated table declares
export interface ModuleMessages {}

export type MessageCode = keyof typeof messages | keyof ModuleMessages

const byCode = new Map<string, Words>(Object.entries(messages))

/** Lets the sentences of modules be said. Called once, by the table of them all, before anything is refused. */
export function addMessages(more: Messages): void {
  for (const [code, words] of Object.entries(more)) byCode.set(code, words)
}
export type { Language }

/** What the sources of this room write in two languages, in the others. */
const catalogues = { tw, pt } as const satisfies Catalogues

/**
 * The sentence of a code, or `fallback` when the dictionary has none: a code of a connector or the engine keeps the
 * sentence it was thrown with, translated by `tellIn`.
 */
export function writeMessage(
  code: string,
  language: Language,
  values: { readonly field?: string; readonly value?: string },
  fallback: string,
): string {
  const entry = byCode.get(code)
  if (!entry) return fallback
  return sayWords(entry, language)
    .replace('{field}', () => values.field ?? '')
    .replace('{value}', () => values.value ?? '')
}

/** A text of this room in the caller's language. */
export function sayWords(words: Words, language: Language): string {
  const other: Sentences | undefined = language === 'tw' || language === 'pt' ? catalogues[language] : undefined
  return words[language] ?? other?.[words.en] ?? sayIn(words, language)
}

/**
 * Sentences of the engine and its connectors for this caller. They are English; `translate` knows the rest.
 * @param timeZone in which their times are written; absent, they stay ISO in UTC
 */
export function tellIn(
  language: Language,
  translate: Readonly<Record<OtherLanguage, Translate>>,
  timeZone?: string,
): Translate {
  const tell: Translate = language === 'en' ? sentence => sentence : translate[language]
  return timeZone === undefined ? tell : sentence => writeTimes(tell(sentence), timeZone, Date.now())
}

/** The first language asked for that we have; zh without one. */
export function readLanguage(acceptLanguage: string | undefined): Language {
  const [, name = 'zh', region = ''] = /(?:^|,)\s*(zh|en|pt)\b(?:-(\w+))?/i.exec(acceptLanguage ?? '') ?? []
  const language = name.toLowerCase() as 'zh' | 'en' | 'pt' // the pattern has no other
  return language === 'zh' && /^(tw|hk|mo|hant)$/i.test(region) ? 'tw' : language
}

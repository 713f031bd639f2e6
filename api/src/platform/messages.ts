import type { Translate } from '@sluice/contract'

/**
 * Public sentences by failure code. `{field}` and `{value}` are filled from the failure.
 * A code that is not here (a connector's, the engine's) keeps the sentence it was thrown with, translated by `tellIn`.
 */
const messages = {
  ok: { zh: '操作成功', en: 'ok' },
  internal: { zh: '服务器内部错误，日志中有详情', en: 'Something went wrong inside Sluice. The log has the details.' },

  'auth.missing': { zh: '请先登录', en: 'Sign in first.' },
  'auth.expired': { zh: '登录已过期，请重新登录', en: 'The sign-in has ended. Sign in again.' },
  'auth.refused': { zh: '用户名或密码错误', en: 'Wrong user name or password.' },
  'auth.cipher': {
    zh: '登录信息无法解密，请刷新页面后重试',
    en: 'The credentials could not be decrypted. Reload the page and try again.',
  },
  'auth.refreshReused': {
    zh: '登录凭证已被使用过，为安全起见请重新登录',
    en: 'This refresh token was used before. Sign in again.',
  },
  'permission.missing': { zh: '权限不足，需要 {value}', en: 'Insufficient permission: {value} is needed.' },
  'permission.changePassword': { zh: '请先修改密码', en: 'Change your password first.' },
  'permission.navigation': {
    zh: '不能通过打开链接执行此操作',
    en: 'This action cannot be called by opening a link.',
  },

  'notFound.route': { zh: '接口不存在', en: 'There is no such route.' },
  'notFound.connector': { zh: '连接器不存在', en: 'There is no such connector.' },
  'notFound.platform': { zh: '平台不存在', en: 'There is no such platform.' },
  'notFound.file': { zh: '文件不存在', en: 'There is no such file.' },
  'notFound.strategy': { zh: '方案不存在', en: 'There is no such strategy.' },
  'notFound.record': { zh: '数据不存在', en: 'There is no such record.' },
  'notFound.run': { zh: '运行记录不存在', en: 'There is no such run.' },
  'notFound.user': { zh: '用户不存在', en: 'There is no such user.' },

  'conflict.name': { zh: '名称“{value}”已被使用，请换一个', en: 'The name "{value}" is taken. Choose another.' },
  'conflict.code': { zh: '编码“{value}”已被使用，请换一个', en: 'The code "{value}" is taken. Choose another.' },
  'conflict.version': {
    zh: '数据已被他人修改，请刷新后重试',
    en: 'Someone saved in the meantime. Reload and try again.',
  },
  'conflict.inUse': { zh: '正在使用，不能删除：{value}', en: 'It is in use and cannot be deleted: {value}' },
  'conflict.platform': {
    zh: '使用该连接器的方案所需平台不同',
    en: 'The connector is used by a strategy of another platform.',
  },
  'conflict.check': { zh: '检查未通过，不能启动', en: 'The check-list has errors, so it cannot start.' },
  'conflict.running': { zh: '方案正在运行，请先停止', en: 'The strategy is running. Stop it first.' },
  'conflict.liveRun': {
    zh: '方案的一次运行尚未结束，请稍后再试',
    en: 'A run of the strategy has not ended yet. Try again soon.',
  },
  'conflict.state': { zh: '当前状态不允许此操作：{value}', en: 'Not allowed in this state: {value}' },

  'invalid.input': { zh: '输入有误：{field}', en: 'Check the input: {field}' },
  'invalid.json': { zh: '请求体不是有效的 JSON', en: 'The body is not valid JSON.' },
  'mediaType.json': { zh: '只接受 application/json', en: 'Only application/json is accepted here.' },
  'mediaType.form': { zh: '请以 multipart/form-data 上传', en: 'Send the file as multipart/form-data.' },
  'invalid.unknownField': { zh: '未知字段 {field}', en: 'Unknown field {field}' },
  'invalid.text': { zh: '文本中含有不可用字符（NUL）', en: 'The text holds a NUL character, which cannot be stored.' },
  'invalid.range': { zh: '数值或时间超出范围', en: 'A number or a time is out of range.' },
  'invalid.file': { zh: '请选择一个文件', en: 'Send one file in the field "file".' },
  'invalid.params': { zh: '连接参数有误：{field}', en: 'Check the parameter {field}.' },
  'invalid.cursor': { zh: '分页游标无效，请从第一页开始', en: 'The cursor is not valid. Start from the first page.' },
  'invalid.role': { zh: '该平台不能作为{value}', en: 'This platform cannot be a {value}.' },
  'tooLarge.body': { zh: '请求体超过 10 MB', en: 'The body is larger than 10 MB.' },
  'tooLarge.file': { zh: '文件超过大小上限 {value}', en: 'The file is larger than {value}.' },

  'invalid.oldPasswordRequired': { zh: '原密码不能为空', en: 'The old password is required.' },
  'invalid.passwordRequired': { zh: '新密码不能为空', en: 'The new password is required.' },
  'invalid.passwordSame': { zh: '新密码不能与旧密码一样', en: 'The new password must differ from the old one.' },
  'invalid.passwordShort': { zh: '新密码不能少于8位', en: 'The new password needs at least 8 characters.' },
  'invalid.passwordWeak': {
    zh: '新密码不能少于8位，需要英文与数字混合，至少需要一个特殊字符',
    en: 'The new password needs at least 8 characters with a letter, a digit and a special character.',
  },
  'invalid.passwordCommon': {
    zh: '新密码过于常见或包含用户名，请换一个',
    en: 'The new password is too common or holds the user name. Choose another.',
  },
  'invalid.passwordMismatch': { zh: '两次新密码输入不一致', en: 'The two new passwords differ.' },
  'invalid.oldPassword': { zh: '原密码错误', en: 'The old password is wrong.' },

  'tooMany.attempts': { zh: '尝试过于频繁，请稍后再试', en: 'Too many attempts. Wait a moment and try again.' },
  'unavailable.draining': { zh: '服务正在停止', en: 'The server is shutting down.' },
  'unavailable.slow': {
    zh: '查询耗时过长，请缩小筛选范围',
    en: 'The query took too long. Narrow the filter.',
  },
  'unavailable.database': { zh: '数据库不可用', en: 'The database cannot be reached.' },
  'unavailable.demo': {
    zh: '此处不能使用演示沙箱，请联系系统管理员',
    en: 'The sandbox may not be used here. Ask the operator to switch it on.',
  },
} as const satisfies Record<string, { readonly zh: string; readonly en: string }>

export type MessageCode = keyof typeof messages
export type Language = 'zh' | 'en'

/** The sentence of a code, or `fallback` when the dictionary has none. */
export function writeMessage(
  code: string,
  language: Language,
  values: { readonly field?: string; readonly value?: string },
  fallback: string,
): string {
  const entry = Object.hasOwn(messages, code) ? messages[code as MessageCode] : undefined // own key: checked above
  if (!entry) return fallback
  return entry[language].replace('{field}', () => values.field ?? '').replace('{value}', () => values.value ?? '')
}

/** Sentences of the engine and its connectors for this caller. They are English; `translate` makes them Chinese. */
export const tellIn = (language: Language, translate: Translate): Translate =>
  language === 'zh' ? translate : sentence => sentence

/** zh unless English is asked for first. */
export function readLanguage(acceptLanguage: string | undefined): Language {
  const first = acceptLanguage?.split(',').find(part => /^\s*(zh|en)\b/i.test(part))
  return first !== undefined && /^\s*en/i.test(first) ? 'en' : 'zh'
}

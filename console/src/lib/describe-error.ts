import { ApiError } from '@sluice/contract'
import { getLanguage, type Language, pickWords, type Words } from './i18n.ts'

/** What an error page or message may say. */
export interface ErrorText {
  readonly title: string
  readonly message: string
  /** Stable code, to be quoted to support. */
  readonly code: string
  readonly isPermission: boolean
}

const noAnswer = { zh: '连不上服务器', en: 'The server does not answer' }
const noAnswerAdvice = {
  zh: '请检查网络，或稍后再试；数据没有丢失。',
  en: 'Check the network or try again shortly; nothing is lost.',
}

/**
 * Our own words for what has no words of its own; the server's sentence where there is one.
 * @param language give it while rendering, so that a switch of language draws again; default: the current one
 */
export function describeError(error: unknown, language: Language = getLanguage()): ErrorText {
  const say = (words: Words): string => pickWords(words, language)
  if (error instanceof ApiError && error.body !== null) {
    const isPermission = error.status === 403 || error.status === 405
    const title = isPermission
      ? say({ zh: '没有权限', en: 'No permission' })
      : say({ zh: '没有成功', en: 'That did not work' })
    return { title, message: error.message, code: String(error.body.code), isPermission }
  }
  if (error instanceof ApiError)
    return {
      title: say(noAnswer),
      message: say(noAnswerAdvice),
      code: `HTTP ${error.status}`,
      isPermission: false,
    }
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return {
      title: say({ zh: '等待超时', en: 'That took too long' }),
      message: say({ zh: '60 秒内没有得到回答，请再试一次。', en: 'No answer within 60 seconds. Try again.' }),
      code: 'timeout',
      isPermission: false,
    }
  if (error instanceof TypeError && /fetch|network/i.test(error.message))
    return { title: say(noAnswer), message: say(noAnswerAdvice), code: 'network', isPermission: false }
  return {
    title: say({ zh: '页面出错了', en: 'Something broke on this page' }),
    message: error instanceof Error ? error.message : String(error),
    code: error instanceof Error ? error.name : 'unknown',
    isPermission: false,
  }
}

/** Where the server has something against one field of what it was sent: that field, and what. */
export function readRefusedField(error: unknown): { readonly field: string; readonly message: string } | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null
  const [first] = (error.body?.content ?? []) as readonly { readonly field?: string }[] // the envelope of a 422
  return first?.field === undefined ? null : { field: first.field, message: error.message }
}

import type { FailureDetail } from '@sluice/contract'

/** PostgreSQL text holds neither NUL nor half a surrogate pair; in messages and answers they are shown as signs. */
export function toStorable(text: string): string {
  return text.includes('\0') || !text.isWellFormed() ? text.toWellFormed().replaceAll('\0', '␀') : text
}

export function toStorableFailure(failure: FailureDetail): FailureDetail {
  const { code, message, retry, field, value, advice, retryAfterMs } = failure
  return {
    code,
    message: toStorable(message).slice(0, 2000),
    retry,
    ...(field === undefined ? {} : { field: toStorable(field) }),
    ...(value === undefined ? {} : { value: toStorable(value).slice(0, 201) }),
    ...(advice === undefined ? {} : { advice: toStorable(advice) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

import type { FailureDetail } from '@sluice/contract'

/** Said of a job that three processes in a row took up and never brought any further. */
export const SET_ASIDE: FailureDetail = {
  code: 'job.setAside',
  message: 'Three processes in a row ended while they worked on it; it was set aside so that the others go on.',
  retry: 'never',
  advice: 'Ask for less at once; should it happen again, look at the log of the process for why it ended.',
}

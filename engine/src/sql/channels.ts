/** Sent at commit with every queued run; a worker that misses it finds the run at its next poll. */
export const RUN_CHANNEL = 'sluice_run'

/** Sent at commit with every wish for a run, and when an operator changed a quota. */
export const SCHEDULE_CHANNEL = 'sluice_schedule'

/** Sent at commit when an account is paused, opened or closed: `AccountNews` as JSON. */
export const ACCOUNT_CHANNEL = 'sluice_account'

/** Sent at commit with every replay that is asked for or to be ended. */
export const REPLAY_CHANNEL = 'sluice_replay'

/** Sent at commit with every discovery that is asked for. */
export const DISCOVERY_CHANNEL = 'sluice_discovery'

/** Sent at commit with every rehearsal that is asked for. */
export const REHEARSAL_CHANNEL = 'sluice_rehearsal'

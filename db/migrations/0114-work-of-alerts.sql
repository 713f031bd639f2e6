-- messages of alerts are jobs as any other.

select set_config('app.system', 'on', true);
drop index alert_delivery_due;
call hold_work('alert', 'alert_delivery', 'next_at', $$'waiting', 'sending'$$);
-- Who sends one is not known by name; the claim ends when it would have.
update alert_delivery set holder = gen_random_uuid(), lease_until = next_at, attempts = 1 where state = 'sending';

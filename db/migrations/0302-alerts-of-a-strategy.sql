-- Who hears of a strategy's alerts looks for them every second.
create index alert_event_object on alert_event (tenant_id, object_id);

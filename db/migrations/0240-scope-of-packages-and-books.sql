-- A role with chosen groups sees no package that is made of a strategy outside them: the whole configuration lies in it.
create policy scope on solution_package as restrictive
  using (app_groups() is null or strategies <@ array(select s.id from strategy s));

-- The books of reconciliation are whole for everybody who may read them. From which strategy a line came, and from which of
-- its records, is for who sees that strategy: null for others.
create function seen_strategy(strategy uuid) returns uuid language sql stable parallel safe
  as $$ select case when app_groups() is null then strategy else (select s.id from strategy s where s.id = strategy) end $$;

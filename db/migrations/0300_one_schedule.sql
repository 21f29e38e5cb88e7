-- What happens by itself at a time that somebody chose. Each thing's own row says when, so that
-- nothing has to be kept in step; this is where the schedule reads all of them (decision 0070). A
-- day begins at the store's midnight, by its time zone of then: due_on. A time is due_at.
create view scheduled_thing as
  select 'report' as kind, id as thing_id, published_on as due_on, null::timestamptz as due_at
    from report where state = 'scheduled'
  union all
  select 'reportDraft', report_id, null, publish_at from report_schedule where failed_at is null
  union all
  select 'blogPost', id, null, created_at
    from blog_post where state = 'scheduled' and binned_at is null
  union all
  select 'pressRelease', id, null, created_at
    from press_release where state = 'scheduled' and binned_at is null
  union all
  select 'newsletterIssue', id, null, send_at from newsletter_issue where state = 'scheduled';

create index newsletter_issue_due_idx on newsletter_issue (send_at) where state = 'scheduled';

-- The jobs that looked before are no jobs any more. A fresh database has no queue yet.
do $$
declare
  former constant text[] := array['catalogue.publishScheduled', 'content.publishScheduled'];
begin
  delete from scheduled_job where name = any(former);
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  delete from graphile_worker._private_jobs where task_id in
    (select id from graphile_worker._private_tasks where identifier = any(former));
end $$;

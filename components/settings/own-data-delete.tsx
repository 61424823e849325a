"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { z } from "zod";
import { PasswordInput } from "@/components/account/password-input";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { call } from "@/lib/api/client";
import { type Me, usersApi } from "@/lib/identity/users/contract";

/** Deletes the account, once the person has said again who they are. */
export function DeleteAccount({ me }: { me: z.output<typeof Me> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="text-danger" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      {isOpen && <Confirmation me={me} onClose={() => setOpen(false)} />}
    </>
  );
}

function Confirmation({ me, onClose }: { me: z.output<typeof Me>; onClose: () => void }) {
  const form = useId();
  const [password, setPassword] = useState("");
  const deleting = useMutation({
    mutationFn: () => call(usersApi.deleteMe, { body: me.has_password ? { password } : {} }),
    // A whole page load: nothing that the former person had may stay in memory.
    onSuccess: () => window.location.assign("/login"),
  });
  const isBusy = deleting.isPending || deleting.isSuccess;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) deleting.mutate();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your account?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="danger" busy={isBusy}>
            Delete account
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="space-y-4 p-1">
        <p>
          The account of {me.email} is deleted at once, with the chats and groups that nobody else is a member
          of. This cannot be undone.
        </p>
        {me.has_password && (
          <Field label="Your password" error={deleting.error?.message} required>
            {(wiring) => (
              <PasswordInput
                {...wiring}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                maxLength={200}
                autoComplete="current-password"
              />
            )}
          </Field>
        )}
        {!me.has_password && deleting.error && (
          <p role="alert" className="text-danger">
            {deleting.error.message}
          </p>
        )}
      </form>
    </Dialog>
  );
}

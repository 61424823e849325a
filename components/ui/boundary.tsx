"use client";

import { Component, type ReactNode } from "react";
import { reportPageError } from "./page-errors";

type BoundaryProps = {
  fallback: (errorId: string) => ReactNode;
  /** A change resets the error. */
  of?: unknown;
  children: ReactNode;
};
type State = { errorId: string | undefined; of: unknown };

/** Error boundary that reports to the server's log and passes the id of the report to the fallback. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { errorId: undefined, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { errorId: reportPageError(error) };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: State): Partial<State> | null {
    return of === state.of ? null : { errorId: undefined, of };
  }

  override render(): ReactNode {
    return this.state.errorId === undefined ? this.props.children : this.props.fallback(this.state.errorId);
  }
}

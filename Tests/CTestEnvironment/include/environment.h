// What the test process needs before `main`; there is nothing to call.
